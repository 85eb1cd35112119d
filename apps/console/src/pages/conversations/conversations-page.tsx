import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useQueryValues } from '../../app/location.ts';
import { usePublicApi } from '../../app/session.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { mailboxOptions, useMailboxDirectory } from '../../desk/directory.ts';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { CHANNELS, CONVERSATION_STATUSES, labelOf, optionsOf } from '../../desk/labels.ts';
import { recordColumns } from '../../desk/record-columns.tsx';
import { RecordFilters, SHARED_FILTERS } from '../../desk/record-filters.tsx';
import { RecordsPage } from '../../desk/records-page.tsx';
import { CONVERSATION_SORTS, conversationsQuery, type Conversation } from './conversations.ts';
import { NewConversation } from './new-conversation.tsx';

const CHANNEL = { name: 'channel', label: 'Channel', options: optionsOf(CHANNELS) };
const EXAMPLE = {
  subject: 'Where is my order?',
  contact: { email: 'dana@example.com', name: 'Dana' },
  message: { body: 'It should have arrived on Monday.', author: { type: 'contact' } },
};
const COLUMNS = recordColumns<Conversation>(CONVERSATION_STATUSES, [
  { title: 'Channel', render: ({ channel }) => labelOf(CHANNELS, channel).text },
  {
    title: 'Last message',
    render: ({ last_message_at: at, waiting_since: waitingSince }) => (
      <div>
        <TimeAgo at={at} fallback="None" />
        {waitingSince !== null && (
          <Text size="sm" c="var(--console-warning)" style={{ whiteSpace: 'nowrap' }}>
            Waits for an answer
          </Text>
        )}
      </div>
    ),
  },
]);

export default function ConversationsPage() {
  const [filters, change] = useQueryValues();
  return (
    <RecordsPage
      one="conversation"
      title="Conversations"
      description="What contacts write, and what your team answers."
      query={useInfiniteQuery(conversationsQuery(usePublicApi(), filters))}
      columns={COLUMNS}
      filters={filters}
      onChange={change}
      searchHint='Words of subjects and messages, "phrases", -exclusions and field:value, such as tag:billing'
      names={[...SHARED_FILTERS, 'channel', 'mailbox']}
      sorts={CONVERSATION_SORTS}
      create={(dialog) => <NewConversation {...dialog} />}
      example={EXAMPLE}
    >
      <RecordFilters filters={filters} onChange={change} statuses={CONVERSATION_STATUSES} own={CHANNEL} />
      <MailboxFilter value={filters['mailbox']} onChange={(mailbox) => change({ mailbox })} />
    </RecordsPage>
  );
}

/** Filters by the mailbox through which replies leave, where there is one. */
function MailboxFilter(props: Pick<ComponentProps<typeof FilterMenu>, 'value' | 'onChange'>) {
  const { items } = useMailboxDirectory();
  if (items.length === 0) return null;
  const options = [...mailboxOptions(items), { value: 'none', label: 'No mailbox' }];
  return <FilterMenu label="Mailbox" options={options} {...props} />;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryValues } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { CHANNELS, CONVERSATION_STATUSES, optionsOf } from '../../desk/labels.ts';
import { RecordsPage } from '../../desk/records-page.tsx';
import { ConversationTable } from './conversation-table.tsx';
import { CONVERSATION_FILTERS, CONVERSATION_SORTS, conversationsQuery } from './conversations.ts';
import { NewConversation } from './new-conversation.tsx';

const OWN = { name: 'channel', label: 'Channel', options: optionsOf(CHANNELS) };
const EXAMPLE = {
  subject: 'Where is my order?',
  contact: { email: 'dana@example.com', name: 'Dana' },
  message: { body: 'It should have arrived on Monday.', author: { type: 'contact' } },
};

/** All conversations, searched and filtered. */
export default function ConversationsPage() {
  const api = usePublicApi();
  const [mode] = useMode();
  const [filters, change] = useQueryValues();
  return (
    <RecordsPage
      one="conversation"
      title="Conversations"
      description="What contacts write, and what your team answers."
      query={useInfiniteQuery(conversationsQuery(api, mode, filters))}
      filters={filters}
      onChange={change}
      searchHint='Words of subjects and messages, "phrases", -exclusions and field:value, such as tag:billing'
      names={CONVERSATION_FILTERS}
      statuses={CONVERSATION_STATUSES}
      own={OWN}
      sorts={CONVERSATION_SORTS}
      table={({ rows, ...table }) => <ConversationTable conversations={rows} {...table} />}
      create={(dialog) => <NewConversation {...dialog} />}
      example={EXAMPLE}
    />
  );
}

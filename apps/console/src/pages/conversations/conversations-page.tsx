import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryValues } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { partialNote, useInboxDirectory } from '../../desk/directory.ts';
import { AssigneeFilter } from '../../desk/assignee-filter.tsx';
import { FilterBar } from '../../desk/filter-bar.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { isFiltered, type Filters } from '../../desk/filters.ts';
import { CHANNELS, CONVERSATION_STATUSES, optionsOf, PRIORITIES } from '../../desk/labels.ts';
import { NoRecords } from '../../desk/no-records.tsx';
import { useCan } from '../../desk/permissions.ts';
import { TotalCount } from '../../desk/total-count.tsx';
import { ConversationTable } from './conversation-table.tsx';
import { CONVERSATION_FILTERS, CONVERSATION_SORTS, conversationsQuery } from './conversations.ts';
import { NewConversation } from './new-conversation.tsx';

/** All conversations, searched and filtered. */
export default function ConversationsPage() {
  const api = usePublicApi();
  const [mode] = useMode();
  const [filters, change] = useQueryValues();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useCan('conversations:write');
  const query = useInfiniteQuery(conversationsQuery(api, mode, filters));
  return (
    <>
      <PageHeader
        title="Conversations"
        description="What contacts write, and what your team answers."
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
              New conversation
            </Button>
          )
        }
      />
      <ConversationFilters filters={filters} onChange={change} />
      <TotalCount meta={query.data?.pages[0]?.meta} one="conversation" many="conversations" />
      <ConversationTable
        conversations={query.data?.pages.flatMap(({ data }) => data)}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<NoConversations filters={filters} />}
      />
      <LoadMore query={query} />
      {mayWrite && <NewConversation opened={isCreating} onClose={() => setCreating(false)} />}
    </>
  );
}

interface ConversationFiltersProps {
  filters: Filters;
  onChange: (changes: Record<string, string | undefined>) => void;
}

function ConversationFilters({ filters, onChange }: ConversationFiltersProps) {
  const inboxes = useInboxDirectory();
  const menu = (name: string) => ({
    value: filters[name],
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  });
  return (
    <FilterBar
      label="Search conversations"
      hint='Words of subjects and messages, "phrases", -exclusions and field:value, such as tag:billing'
      filters={filters}
      names={CONVERSATION_FILTERS}
      onChange={onChange}
    >
      <FilterMenu label="Status" options={optionsOf(CONVERSATION_STATUSES)} {...menu('status')} />
      <FilterMenu label="Priority" options={optionsOf(PRIORITIES)} {...menu('priority')} />
      <AssigneeFilter {...menu('assignee')} />
      {inboxes.items.length > 0 && (
        <FilterMenu
          label="Inbox"
          options={inboxes.items.map(({ id, name }) => ({ value: id, label: name }))}
          note={partialNote(inboxes) ?? undefined}
          {...menu('inbox')}
        />
      )}
      <FilterMenu label="Channel" isSingle options={optionsOf(CHANNELS)} {...menu('channel')} />
      <FilterMenu
        label="Sort"
        isSingle
        fallback={CONVERSATION_SORTS[0].value}
        options={CONVERSATION_SORTS}
        {...menu('sort')}
      />
    </FilterBar>
  );
}

function NoConversations({ filters }: { filters: Filters }) {
  if (isFiltered(filters, CONVERSATION_FILTERS))
    return (
      <EmptyState icon="search" title="No conversation matches">
        Remove a filter, or search for fewer words.
      </EmptyState>
    );
  const body = {
    subject: 'Where is my order?',
    contact: { email: 'dana@example.com', name: 'Dana' },
    message: { body: 'It should have arrived on Monday.', author: { type: 'contact' } },
  };
  return (
    <NoRecords
      icon="conversation"
      title="No conversations yet"
      scope="conversations:write"
      path="/v1/conversations"
      body={body}
    >
      Integrations make them by the API.
    </NoRecords>
  );
}

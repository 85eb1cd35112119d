import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { CHANNELS, CONVERSATION_STATUSES, labelOf } from '../../desk/labels.ts';
import { PriorityText } from '../../desk/priority-text.tsx';
import { RowDetails } from '../../desk/row-details.tsx';
import { ValueBadge } from '../../desk/value-badge.tsx';
import classes from '../../desk/desk.module.css';
import type { Conversation } from './conversations.ts';

const COLUMNS: readonly Column<Conversation>[] = [
  {
    key: 'subject',
    title: 'Subject',
    untitled: true,
    render: ({ subject, contact, tags }) => (
      <>
        {subject ?? 'No subject'}
        <RowDetails contact={contact} tags={tags} />
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <ValueBadge labels={CONVERSATION_STATUSES} value={status} />,
  },
  {
    key: 'priority',
    title: 'Priority',
    render: ({ priority }) => <PriorityText priority={priority} />,
  },
  { key: 'channel', title: 'Channel', render: ({ channel }) => labelOf(CHANNELS, channel).text },
  { key: 'assignee', title: 'Assignee', render: ({ assignee }) => assignee?.name ?? 'Nobody' },
  {
    key: 'last_message_at',
    title: 'Last message',
    render: ({ last_message_at: at, waiting_since: waitingSince }) => (
      <div>
        <TimeAgo at={at} fallback="None" />
        {waitingSince !== null && <span className={classes.waiting}>Waits for an answer</span>}
      </div>
    ),
  },
];

interface ConversationTableProps {
  conversations: readonly Conversation[] | undefined;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
}

export function ConversationTable({ conversations, error, onRetry, empty }: ConversationTableProps) {
  return (
    <DataTable
      label="Conversations"
      columns={COLUMNS}
      rows={conversations}
      rowKey={({ id }) => id}
      linkTo={({ id }) => `/conversations/${id}`}
      empty={empty}
      error={error}
      onRetry={onRetry}
    />
  );
}

import type { ReactNode } from 'react';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { TICKET_STATUSES } from '../../desk/labels.ts';
import { SlaText } from '../../desk/sla-timer.tsx';
import { PriorityText } from '../../desk/priority-text.tsx';
import { RowDetails } from '../../desk/row-details.tsx';
import { ValueBadge } from '../../desk/value-badge.tsx';
import type { Ticket } from './tickets.ts';

const COLUMNS: readonly Column<Ticket>[] = [
  {
    key: 'subject',
    title: 'Subject',
    untitled: true,
    render: ({ subject, contact, tags }) => (
      <>
        {subject}
        <RowDetails contact={contact} tags={tags} />
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <ValueBadge labels={TICKET_STATUSES} value={status} />,
  },
  {
    key: 'priority',
    title: 'Priority',
    render: ({ priority }) => <PriorityText priority={priority} />,
  },
  { key: 'sla', title: 'SLA', render: (ticket) => <SlaText ticket={ticket} /> },
  { key: 'assignee', title: 'Assignee', render: ({ assignee }) => assignee?.name ?? 'Nobody' },
  { key: 'created_at', title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
];

interface TicketTableProps {
  tickets: readonly Ticket[] | undefined;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
}

export function TicketTable({ tickets, error, onRetry, empty }: TicketTableProps) {
  return (
    <DataTable
      label="Tickets"
      columns={COLUMNS}
      rows={tickets}
      rowKey={({ id }) => id}
      linkTo={({ id }) => `/tickets/${id}`}
      empty={empty}
      error={error}
      onRetry={onRetry}
    />
  );
}

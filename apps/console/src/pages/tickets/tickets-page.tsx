import { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryValues } from '../../app/location.ts';
import { usePublicApi } from '../../app/session.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { optionsOf, SLA_STATUSES, TICKET_STATUSES } from '../../desk/labels.ts';
import { recordColumns } from '../../desk/record-columns.tsx';
import { RecordFilters, SHARED_FILTERS } from '../../desk/record-filters.tsx';
import { RecordsPage } from '../../desk/records-page.tsx';
import { SlaText } from '../../desk/sla-timer.tsx';
import { NewTicket } from './new-ticket.tsx';
import { TICKET_SORTS, ticketsQuery, type Ticket } from './tickets.ts';

const SLA = { name: 'sla_status', label: 'SLA', options: optionsOf(SLA_STATUSES) };
const EXAMPLE = {
  subject: 'My printer is on fire',
  contact: { email: 'dana@example.com' },
  priority: 'high',
};
const COLUMNS = recordColumns<Ticket>(TICKET_STATUSES, [
  { title: 'SLA', render: (ticket) => <SlaText ticket={ticket} /> },
  { title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
]);

export default function TicketsPage() {
  const [filters, change] = useQueryValues();
  return (
    <RecordsPage
      one="ticket"
      title="Tickets"
      description="Requests to be resolved, with the time until somebody has to answer."
      query={useInfiniteQuery(ticketsQuery(usePublicApi(), filters))}
      columns={COLUMNS}
      filters={filters}
      onChange={change}
      searchHint='Words, "phrases", -exclusions and field:value, such as tag:billing'
      names={[...SHARED_FILTERS, 'sla_status']}
      sorts={TICKET_SORTS}
      create={(dialog) => <NewTicket {...dialog} />}
      example={EXAMPLE}
    >
      <RecordFilters filters={filters} onChange={change} statuses={TICKET_STATUSES} own={SLA} />
    </RecordsPage>
  );
}

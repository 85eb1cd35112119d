import { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryValues } from '../../app/location.ts';
import { useMode, usePublicApi } from '../../app/session.tsx';
import { optionsOf, SLA_STATUSES, TICKET_STATUSES } from '../../desk/labels.ts';
import { RecordsPage } from '../../desk/records-page.tsx';
import { NewTicket } from './new-ticket.tsx';
import { TicketTable } from './ticket-table.tsx';
import { TICKET_FILTERS, TICKET_SORTS, ticketsQuery } from './tickets.ts';

const OWN = { name: 'sla_status', label: 'SLA', options: optionsOf(SLA_STATUSES) };
const EXAMPLE = {
  subject: 'My printer is on fire',
  contact: { email: 'dana@example.com' },
  priority: 'high',
};

/** All tickets, searched and filtered. */
export default function TicketsPage() {
  const api = usePublicApi();
  const [mode] = useMode();
  const [filters, change] = useQueryValues();
  return (
    <RecordsPage
      one="ticket"
      title="Tickets"
      description="Requests to be resolved, with the time until somebody has to answer."
      query={useInfiniteQuery(ticketsQuery(api, mode, filters))}
      filters={filters}
      onChange={change}
      searchHint='Words, "phrases", -exclusions and field:value, such as tag:billing'
      names={TICKET_FILTERS}
      statuses={TICKET_STATUSES}
      own={OWN}
      sorts={TICKET_SORTS}
      table={({ rows, ...table }) => <TicketTable tickets={rows} {...table} />}
      create={(dialog) => <NewTicket {...dialog} />}
      example={EXAMPLE}
    />
  );
}

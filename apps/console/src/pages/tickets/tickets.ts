import { queryOptions } from '@tanstack/react-query';
import { unwrap, type PublicApi, type Schemas } from '../../api/public.ts';
import { listOf, parametersOf, type Filters } from '../../desk/filters.ts';
import { orderOf, pagesQuery } from '../../desk/record-lists.ts';
import { unwrapTagged } from '../../desk/records.ts';

export type Ticket = Schemas['Ticket'];
export type TicketChange = Schemas['UpdateTicketRequest'];

export const TICKET_SORTS = [
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'created_at.asc', label: 'Oldest first' },
  { value: 'updated_at.desc', label: 'Last changed' },
  { value: 'first_response_due.asc', label: 'Due first' },
  { value: 'priority.desc', label: 'Most urgent' },
] as const;

export const ticketsQuery = (api: PublicApi, filters: Filters, perPage = 25) =>
  pagesQuery([api.mode, 'tickets', 'list', filters], perPage, (page, signal) => {
    const { sort, order } = orderOf(filters, TICKET_SORTS[0].value);
    const query = {
      ...parametersOf(filters),
      status: listOf(filters['status']) as Schemas['TicketStatus'][] | undefined,
      sla_status: listOf(filters['sla_status']) as Schemas['SlaStatus'][] | undefined,
      sort: sort as Schemas['ListTicketsSort'],
      order,
      ...page,
    };
    return unwrap(api.GET('/v1/tickets', { params: { query }, signal }));
  });

export const ticketQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'tickets', id],
    queryFn: ({ signal }) =>
      unwrapTagged(api.GET('/v1/tickets/{ticket_id}', { params: { path: { ticket_id: id } }, signal })),
  });

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../dist/generated/openapi.d.ts';
import { unwrap, type Mode, type PublicApi } from '../../api/public.ts';
import { unlessKept } from '../../live/kept-pages.ts';
import { listOf, searchOf, type Filters } from '../../desk/filters.ts';
import { unwrapTagged } from '../../desk/records.ts';

type Schemas = components['schemas'];
export type Ticket = Schemas['Ticket'];
export type TicketChange = Schemas['UpdateTicketRequest'];

export const TICKET_FILTERS = ['q', 'status', 'priority', 'assignee', 'inbox', 'sla_status', 'tag'] as const;

/** What a list can be sorted by: the value in the address is `field.direction`. */
export const TICKET_SORTS = [
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'created_at.asc', label: 'Oldest first' },
  { value: 'updated_at.desc', label: 'Last changed' },
  { value: 'first_response_due.asc', label: 'Due first' },
  { value: 'priority.desc', label: 'Most urgent' },
] as const;

function queryOf(filters: Filters) {
  const [sort, order] = (filters['sort'] ?? 'created_at.desc').split('.');
  return {
    q: searchOf(filters['q']),
    status: listOf(filters['status']) as Schemas['TicketStatus'][] | undefined,
    priority: listOf(filters['priority']) as Schemas['Priority'][] | undefined,
    assignee: listOf(filters['assignee']),
    inbox: listOf(filters['inbox']),
    tag: listOf(filters['tag']),
    contact: filters['contact'],
    sla_status: filters['sla_status'] as Schemas['SlaStatus'] | undefined,
    sort: sort as Schemas['ListTicketsSort'],
    order: order as Schemas['SortOrder'],
  };
}

export const ticketsQuery = (api: PublicApi, mode: Mode, filters: Filters, perPage = 25) =>
  infiniteQueryOptions({
    queryKey: [mode, 'tickets', 'list', filters, perPage],
    queryFn: (context) => {
      const { pageParam, signal } = context;
      const query = {
        ...queryOf(filters),
        per_page: perPage,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      };
      return unlessKept(context, () => unwrap(api.GET('/v1/tickets', { params: { query }, signal })));
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });

export const ticketQuery = (api: PublicApi, mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'tickets', id],
    queryFn: ({ signal }) =>
      unwrapTagged(api.GET('/v1/tickets/{ticket_id}', { params: { path: { ticket_id: id } }, signal })),
  });

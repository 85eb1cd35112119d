import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../dist/generated/openapi.d.ts';
import { unwrap, type Mode, type PublicApi } from '../../api/public.ts';
import { unlessKept } from '../../live/kept-pages.ts';
import { listOf, searchOf, type Filters } from '../../desk/filters.ts';
import { unwrapTagged } from '../../desk/records.ts';

type Schemas = components['schemas'];
export type Conversation = Schemas['Conversation'];
export type ConversationChange = Schemas['UpdateConversationRequest'];

export const CONVERSATION_FILTERS = [
  'q',
  'status',
  'priority',
  'assignee',
  'inbox',
  'channel',
  'tag',
] as const;

/** What a list can be sorted by: the value in the address is `field.direction`. */
export const CONVERSATION_SORTS = [
  { value: 'last_message_at.desc', label: 'Last message' },
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'created_at.asc', label: 'Oldest first' },
  { value: 'priority.desc', label: 'Most urgent' },
] as const;

function queryOf(filters: Filters) {
  const [sort, order] = (filters['sort'] ?? 'last_message_at.desc').split('.');
  return {
    q: searchOf(filters['q']),
    status: listOf(filters['status']) as Schemas['ConversationStatus'][] | undefined,
    priority: listOf(filters['priority']) as Schemas['Priority'][] | undefined,
    assignee: listOf(filters['assignee']),
    inbox: listOf(filters['inbox']),
    tag: listOf(filters['tag']),
    contact: filters['contact'],
    channel: filters['channel'] as Schemas['Channel'] | undefined,
    sort: sort as Schemas['ListConversationsSort'],
    order: order as Schemas['SortOrder'],
  };
}

export const conversationsQuery = (api: PublicApi, mode: Mode, filters: Filters, perPage = 25) =>
  infiniteQueryOptions({
    queryKey: [mode, 'conversations', 'list', filters, perPage],
    queryFn: (context) => {
      const { pageParam, signal } = context;
      const query = {
        ...queryOf(filters),
        per_page: perPage,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      };
      return unlessKept(context, () => unwrap(api.GET('/v1/conversations', { params: { query }, signal })));
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });

export const conversationQuery = (api: PublicApi, mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'conversations', id],
    queryFn: ({ signal }) =>
      unwrapTagged(
        api.GET('/v1/conversations/{conversation_id}', { params: { path: { conversation_id: id } }, signal }),
      ),
  });

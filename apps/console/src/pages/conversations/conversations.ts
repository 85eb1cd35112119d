import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../dist/generated/openapi.d.ts';
import { unwrap, type Mode, type PublicApi } from '../../api/public.ts';
import { listOf, type Filters } from '../../desk/filters.ts';
import { orderOf, pagesQuery, parametersOf } from '../../desk/record-lists.ts';
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

export const conversationsQuery = (api: PublicApi, mode: Mode, filters: Filters, perPage = 25) =>
  pagesQuery([mode, 'conversations', 'list', filters], perPage, (page, signal) => {
    const { sort, order } = orderOf(filters, CONVERSATION_SORTS[0].value);
    const query = {
      ...parametersOf(filters),
      status: listOf(filters['status']) as Schemas['ConversationStatus'][] | undefined,
      channel: filters['channel'] as Schemas['Channel'] | undefined,
      sort: sort as Schemas['ListConversationsSort'],
      order,
      ...page,
    };
    return unwrap(api.GET('/v1/conversations', { params: { query }, signal }));
  });

export const conversationQuery = (api: PublicApi, mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'conversations', id],
    queryFn: ({ signal }) =>
      unwrapTagged(
        api.GET('/v1/conversations/{conversation_id}', { params: { path: { conversation_id: id } }, signal }),
      ),
  });

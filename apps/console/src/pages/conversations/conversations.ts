import { queryOptions } from '@tanstack/react-query';
import { unwrap, type PublicApi, type Schemas } from '../../api/public.ts';
import { conversationParameters, type Filters } from '../../desk/filters.ts';
import { orderOf, pagesQuery } from '../../desk/record-lists.ts';
import { unwrapTagged } from '../../desk/records.ts';

export type Conversation = Schemas['Conversation'];
export type ConversationChange = Schemas['UpdateConversationRequest'];

export const CONVERSATION_SORTS = [
  { value: 'last_message_at.desc', label: 'Last message' },
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'created_at.asc', label: 'Oldest first' },
  { value: 'priority.desc', label: 'Most urgent' },
] as const;

export const conversationsQuery = (api: PublicApi, filters: Filters, perPage = 25) =>
  pagesQuery([api.mode, 'conversations', 'list', filters], perPage, (page, signal) => {
    const { sort, order } = orderOf(filters, CONVERSATION_SORTS[0].value);
    const query = {
      ...conversationParameters(filters),
      sort: sort as Schemas['ListConversationsSort'],
      order,
      ...page,
    };
    return unwrap(api.GET('/v1/conversations', { params: { query }, signal }));
  });

export const conversationQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'conversations', id],
    queryFn: ({ signal }) =>
      unwrapTagged(
        api.GET('/v1/conversations/{conversation_id}', { params: { path: { conversation_id: id } }, signal }),
      ),
  });

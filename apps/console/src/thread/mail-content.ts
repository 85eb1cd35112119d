import { queryOptions } from '@tanstack/react-query';
import { unwrap, type PublicApi, type Schemas } from '../api/public.ts';
import type { Message } from './messages.ts';

export type MailContent = Schemas['MailContent'];

/** Reads what a mail contains, with links that are new. */
export async function readMailContent(
  api: PublicApi,
  { id, conversation_id: conversationId }: Message,
  signal?: AbortSignal,
): Promise<MailContent> {
  const params = { path: { conversation_id: conversationId, message_id: id } };
  const { data } = await unwrap(
    api.GET('/v1/conversations/{conversation_id}/messages/{message_id}/email', {
      params,
      ...(signal && { signal }),
    }),
  );
  return data;
}

/** What a mail contains, with links that work for some time. */
export const mailContentQuery = (api: PublicApi, message: Message) =>
  queryOptions({
    queryKey: [api.mode, 'mail-content', message.id],
    queryFn: ({ signal }) => readMailContent(api, message, signal),
  });

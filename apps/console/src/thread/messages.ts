import { unwrap, type PublicApi, type Schemas } from '../api/public.ts';
import { pagesQuery } from '../desk/record-lists.ts';

export type Message = Schemas['Message'];
export type Attachment = Schemas['Attachment'];

/** The messages of a conversation, the newest page first. */
export const messagesQuery = (api: PublicApi, conversationId: string) =>
  pagesQuery([api.mode, 'conversations', conversationId, 'messages'], 50, (page, signal) => {
    const params = {
      path: { conversation_id: conversationId },
      query: { order: 'desc', ...page } as const,
    };
    return unwrap(api.GET('/v1/conversations/{conversation_id}/messages', { params, signal }));
  });

export interface Draft {
  type: 'reply' | 'note';
  body: string;
  files: readonly File[];
}

/** Where a message is written: a ticket without a conversation begins one by it. */
export interface Parent {
  resource: 'conversations' | 'tickets';
  id: string;
}

export function sendMessage(api: PublicApi, parent: Parent, draft: Draft, idempotencyKey: string) {
  const { type, body, files } = draft;
  const header = { 'Idempotency-Key': idempotencyKey };
  const form = () => {
    const parts = new FormData();
    parts.set('type', type);
    if (body !== '') parts.set('body', body);
    for (const file of files) parts.append('attachments[]', file);
    return parts;
  };
  const content = { body: { type, body }, ...(files.length > 0 && { bodySerializer: form }) };
  return unwrap(
    parent.resource === 'tickets'
      ? api.POST('/v1/tickets/{ticket_id}/messages', {
          params: { path: { ticket_id: parent.id }, header },
          ...content,
        })
      : api.POST('/v1/conversations/{conversation_id}/messages', {
          params: { path: { conversation_id: parent.id }, header },
          ...content,
        }),
  );
}

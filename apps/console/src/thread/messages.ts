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

export function sendMessage(api: PublicApi, conversationId: string, draft: Draft, idempotencyKey: string) {
  const { type, body, files } = draft;
  const params = { path: { conversation_id: conversationId }, header: { 'Idempotency-Key': idempotencyKey } };
  const path = '/v1/conversations/{conversation_id}/messages';
  if (files.length === 0) return unwrap(api.POST(path, { params, body: { type, body } }));
  return unwrap(
    api.POST(path, {
      params,
      body: { type, body },
      bodySerializer: () => {
        const form = new FormData();
        form.set('type', type);
        if (body !== '') form.set('body', body);
        for (const file of files) form.append('attachments[]', file);
        return form;
      },
    }),
  );
}

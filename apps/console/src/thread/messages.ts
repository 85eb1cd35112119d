import { infiniteQueryOptions } from '@tanstack/react-query';
import { unwrap, type Mode, type PublicApi } from '../api/public.ts';
import { unlessKept } from '../live/kept-pages.ts';
import type { components } from '../../dist/generated/openapi.d.ts';

export type Message = components['schemas']['Message'];
export type Attachment = components['schemas']['UploadedFile'];

const PER_PAGE = 50;

/** The messages of a conversation, the newest page first. */
export const messagesQuery = (api: PublicApi, mode: Mode, conversationId: string) =>
  infiniteQueryOptions({
    queryKey: [mode, 'conversations', conversationId, 'messages'],
    queryFn: (context) => {
      const { pageParam, signal } = context;
      const query = {
        per_page: PER_PAGE,
        order: 'desc',
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      } as const;
      const params = { path: { conversation_id: conversationId }, query };
      return unlessKept(context, () =>
        unwrap(api.GET('/v1/conversations/{conversation_id}/messages', { params, signal })),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });

export interface Draft {
  type: 'reply' | 'note';
  body: string;
  files: readonly File[];
}

/** Sends a message: as JSON, or as a form if it has files. */
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

import { unwrap, type PublicApi, type Schemas } from '../api/public.ts';
import { pagesQuery } from '../desk/record-lists.ts';
import { emailOf, type MailForm } from './mail-form.ts';

export type Message = Schemas['Message'];
export type Attachment = Schemas['Attachment'];

export const messagesKey = (api: PublicApi, conversationId: string) => [
  api.mode,
  'conversations',
  conversationId,
  'messages',
];

/** The messages of a conversation, the newest page first. */
export const messagesQuery = (api: PublicApi, conversationId: string) =>
  pagesQuery(messagesKey(api, conversationId), 50, (page, signal) => {
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
  /** Whom a reply goes to, if somebody has changed that. */
  mail: MailForm | null;
}

/** How the replies of a conversation leave. */
export type Channel = Pick<Schemas['Conversation'], 'mailbox_id' | 'connection_id'>;

/** Where a message is written: a ticket without a conversation begins one by it. */
export type Parent =
  | {
      resource: 'conversations';
      id: string;
      /** How its replies leave, where the page knows. */
      channel?: Channel;
    }
  | {
      resource: 'tickets';
      id: string;
      ticket: Pick<Schemas['Ticket'], 'inbox_id' | 'contact' | 'subject'>;
    };

export function sendMessage(api: PublicApi, parent: Parent, draft: Draft, idempotencyKey: string) {
  const { type, body, files, mail } = draft;
  const header = { 'Idempotency-Key': idempotencyKey };
  const email = type === 'reply' && mail !== null ? emailOf(mail) : undefined;
  const form = () => {
    const parts = new FormData();
    parts.set('type', type);
    if (body !== '') parts.set('body', body);
    if (email !== undefined) parts.set('email', JSON.stringify(email));
    for (const file of files) parts.append('attachments[]', file);
    return parts;
  };
  const content = {
    body: { type, body, ...(email === undefined ? {} : { email }) },
    ...(files.length > 0 && { bodySerializer: form }),
  };
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

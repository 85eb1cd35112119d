import { ApiError, encodeId, uuidOf, type Id, type ParsedInput, type receiveMail } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import type { ConversationDraft, ConversationIds } from '../../conversations/conversation.rules.ts';
import type { Attachments } from '../attachments.ts';
import { findMessageById } from '../messages.queries.ts';

type Mail = ParsedInput<typeof receiveMail>;
/** The conversation that a message of a mail is in, or none of an erased contact; null if it has gone. */
type Recorded = { conversation_id: Id<'conversation'> | null } | null;

export const OF_ERASED_CONTACT = { conversation_id: null };

interface Parts {
  readonly db: Database;
  readonly attachments: Attachments;
}

/** Where a conversation comes from. */
export interface Origin {
  /** The mailbox by which its replies leave. */
  readonly mailbox_id: Mail['mailbox_id'] | null;
  readonly channel: 'email' | 'form';
  readonly tags: string[];
}

/** A mail that begins a conversation. */
export interface BeginningMail extends Pick<Mail, 'email'>, Origin {
  readonly conversation: Extract<Mail['conversation'], { new_id: unknown }>;
}

/** Records a mail, or finds what an earlier call with the same id has recorded. */
export async function recordOnce(
  ctx: TenantContext,
  id: Id<'message'>,
  parts: Parts,
  record: () => Promise<Recorded>,
): Promise<Recorded> {
  const known = await find(ctx, id, parts);
  if (known !== undefined) return known;
  try {
    return await record();
  } catch (error) {
    const isRepeated = error instanceof ApiError && error.code === 'duplicate_value';
    const stored = isRepeated ? await find(ctx, id, parts) : undefined;
    if (stored === undefined) throw error;
    return stored;
  }
}

/** The conversation that a mail of a contact begins. */
export function mailConversation(
  { conversation, mailbox_id: mailbox, channel, tags, email }: BeginningMail,
  contactId: string,
  number: number,
): { draft: ConversationDraft; ids: ConversationIds & { contact_id: string } } {
  const { new_id: id, inbox_id: inbox } = conversation;
  return {
    draft: {
      subject: email.subject,
      external_id: null,
      channel,
      priority: 'normal',
      tags,
      custom_fields: {},
    },
    ids: {
      id: uuidOf('conversation', id),
      number,
      contact_id: contactId,
      assignee_id: null,
      team_id: null,
      inbox_id: inbox === null ? null : uuidOf('inbox', inbox),
      mailbox_id: mailbox === null ? null : uuidOf('mailbox', mailbox),
      connection_id: null,
      external_key: null,
    },
  };
}

async function find(
  ctx: TenantContext,
  id: Id<'message'>,
  { db, attachments }: Parts,
): Promise<Recorded | undefined> {
  const row = await db.read(ctx).one(findMessageById, [uuidOf('message', id)]);
  if (row === undefined) return undefined;
  await attachments.confirm(ctx, id, row.attachments);
  return { conversation_id: encodeId('conversation', row.conversation_id) };
}

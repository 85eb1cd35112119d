import { Injectable } from '@nestjs/common';
import { encodeId, importMail, uuidOf, type Id, type ParsedInput } from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import { contactColumns, Projections, RecordNumbers } from '@parley/projections';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { ConversationRow } from '../../conversations/conversation.entity.ts';
import { newConversationRow } from '../../conversations/conversation.rules.ts';
import {
  lockConversations,
  type ConversationWithSummaries,
} from '../../conversations/conversations.queries.ts';
import { Attachments } from '../attachments.ts';
import { RECORDED } from '../delivery/departure.rules.ts';
import { MessageRow } from '../message.entity.ts';
import { newMessageRow } from '../message.rules.ts';
import { changesOnImport } from './imported-mail.rules.ts';
import { mailConversation, OF_ERASED_CONTACT, recordOnce, type BeginningMail } from './recorded-mails.ts';

type Mail = ParsedInput<typeof importMail>;
type Contact = Awaited<ReturnType<Projections['contact']>>;
type Files = Awaited<ReturnType<Attachments['attach']>>;

/**
 * Mails of the past, as messages of contacts. They have no events: a program that is told of a new message would take it for work, answer it,
 * or reopen a ticket (ADR 42).
 */
@Injectable()
export class ImportedMails {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly numbers: RecordNumbers,
    private readonly attachments: Attachments,
  ) {}

  @Handles(importMail)
  import(ctx: TenantContext, mail: Mail) {
    return recordOnce(ctx, mail.id, { db: this.db, attachments: this.attachments }, async () => {
      const contact = await this.projections.writer(ctx, mail.from, mail.stored_at ?? null);
      if (contact === null) return OF_ERASED_CONTACT;
      const { id, conversation, attachments } = mail;
      const recipient = {
        conversation_id: 'id' in conversation ? conversation.id : conversation.new_id,
        message_id: id,
      };
      const files = await this.attachments.attach(ctx, recipient, attachments);
      const number = 'id' in conversation ? null : await this.numbers.next(ctx);
      const recorded = await this.db.transaction(ctx, (tx) => record(tx, mail, { contact, number, files }));
      if (recorded !== null) await this.attachments.confirm(ctx, id, files);
      return recorded;
    });
  }
}

/** Null if its conversation has gone. */
async function record(
  tx: Transaction,
  mail: Mail,
  { contact, number, files: attachments }: { contact: Contact; number: number | null; files: Files },
) {
  const { id, conversation, mailbox_id, email, quoted_body, body } = mail;
  const at = new Date(Math.min(Date.parse(mail.at), Date.now()));
  const row =
    'id' in conversation
      ? await find(tx, conversation)
      : await begin(
          tx,
          { ...mail, conversation, channel: 'email', tags: [] },
          { contact, number: number ?? 0 },
          at,
        );
  if (row === null) return null;
  const sent_at = mail.sent_at === null ? null : new Date(mail.sent_at);
  const departure = { ...RECORDED, mailbox_id: uuidOf('mailbox', mailbox_id), email, quoted_body, sent_at };
  const ids = { id: uuidOf('message', id), conversation_id: row.id, author_id: contact.id };
  const draft = { body, author: { type: 'contact' as const }, external_id: null, send: false };
  await tx.insert(MessageRow, newMessageRow(draft, ids, { attachments, departure, at }));
  await tx.update(ConversationRow, row, changesOnImport(row, at));
  return { conversation_id: encodeId('conversation', row.id) };
}

async function find(tx: Transaction, { id }: { id: Id<'conversation'> }) {
  const [row] = await tx.lockAll(lockConversations, [[uuidOf('conversation', id)]]);
  return row ?? null;
}

/** A conversation that ended with its first message. */
async function begin(
  tx: Transaction,
  { conversation, ...mail }: BeginningMail,
  { contact, number }: { contact: Contact; number: number },
  at: Date,
): Promise<ConversationWithSummaries> {
  const { draft, ids } = mailConversation({ conversation, ...mail }, contact.id, number);
  const row = {
    ...newConversationRow(draft, ids, at),
    status: 'closed' as const,
    closed_at: at,
    last_message_at: at,
  };
  return {
    ...(await tx.insert(ConversationRow, row)),
    ...contactColumns(contact),
    assignee_name: null,
    team_name: null,
  };
}

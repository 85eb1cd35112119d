import { encodeId, outgoingMailUpdated } from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import { cancelled, type Decision } from './attempt.rules.ts';
import { OutgoingMailRow } from './outgoing-mail.entity.ts';
import { eraseRecipients, storeAcknowledgement, unblockNext } from './outgoing-mails.queries.ts';

/** What a mail has that no process sends. */
const RELEASED = { is_blocked: false, dispatcher_id: null, handed_over_at: null };

/**
 * Stores what becomes of a mail that is locked, and tells of it. The next mail of the conversation need not wait any more. One whose
 * message was redacted is not tried again.
 * @param lease that of an attempt which may still find out more; null if there is none.
 */
export async function storeDecision(
  tx: Transaction,
  mail: OutgoingMailRow,
  made: Decision,
  lease: string | null = null,
): Promise<OutgoingMailRow> {
  const decision = mail.is_erased && made.due_at !== null ? cancelled(made) : made;
  const stored = await tx.update(OutgoingMailRow, mail, { ...decision, ...RELEASED, lease_token: lease });
  if (mail.is_erased) tx.write(eraseRecipients, [mail.message_id]);
  await tell(tx, stored);
  tx.write(unblockNext, [stored.conversation_id, stored.number]);
  return stored;
}

/** The conversation service shows it at the message. An acknowledgement is none, and is shown with the mail that it answers. */
async function tell(tx: Transaction, mail: OutgoingMailRow): Promise<void> {
  const { status, error, recipients } = mail;
  if (mail.kind === 'acknowledgement') {
    const acknowledgement = JSON.stringify({ status, reason: error?.code ?? null });
    await tx.query(storeAcknowledgement, [mail.message_id, acknowledgement]);
    return;
  }
  tx.emit(outgoingMailUpdated, {
    id: encodeId('outgoing_mail', mail.id),
    conversation_id: encodeId('conversation', mail.conversation_id),
    message_id: encodeId('message', mail.message_id),
    number: mail.number,
    delivery: { status, updated_at: mail.updated_at.toISOString(), error, recipients },
  });
}

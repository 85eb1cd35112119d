import { Injectable } from '@nestjs/common';
import type { IncomingMail } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import type { ReadMail } from '@parley/mail-reader';
import type { Transaction } from '@parley/persistence';
import { uuidFor } from '@parley/runtime/records';
import { messageIdOf, newMessageId } from '../composing/message-id.ts';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { countWithin } from '../notices/counting.ts';
import { Dispatcher } from '../outgoing/dispatcher.ts';
import { NOT_TRIED, OutgoingMailRow } from '../outgoing/outgoing-mail.entity.ts';
import { acknowledgementLimits } from './acknowledgement.rules.ts';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { findAnySuppression } from './incoming-mails.queries.ts';
import type { ConversationBeginning } from './outcome.rules.ts';

/** Time after which an acknowledgement that could not be sent is given up: it would only confuse its reader. */
const EXPIRE_AFTER_MS = 86_400_000;
/** The place before the first message of the conversation, which is 1. */
const NUMBER = 0;

type Shown = IncomingMail['acknowledgement'];

/** Queues the automatic answers to mails that begin a conversation. */
@Injectable()
export class Acknowledgements {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Called in the transaction that stores what became of the mail, so that there is one at most. Returns what is shown of it. */
  async queue(
    tx: Transaction,
    row: IncomingMailRow,
    mail: ReadMail,
    { sender, policy, refusal }: ConversationBeginning,
  ): Promise<Shown> {
    const mailbox = await tx.one(findMailbox, [row.mailbox_id]);
    if (mailbox?.acknowledgement.enabled !== true) return null;
    if (refusal !== null) return withheld(refusal);
    const suppressed = await tx.query(findAnySuppression, [addressKey(sender.address)]);
    if (suppressed.length > 0) return withheld('suppressed');
    const { address } = sender;
    const limits = acknowledgementLimits({
      workspace: row.workspace_id,
      mailbox: mailbox.id,
      ...{ address, policy },
    });
    if (!(await countWithin(tx, limits))) return withheld('over_budget');
    await tx.insert(OutgoingMailRow, {
      ...NOT_TRIED,
      id: uuidFor('outgoing_mail', row.id),
      kind: 'acknowledgement',
      mailbox_id: mailbox.id,
      conversation_id: row.new_conversation_id,
      message_id: row.message_id,
      number: NUMBER,
      due_at: new Date(),
      expires_at: new Date(Date.now() + EXPIRE_AFTER_MS),
      recipients: [{ address, status: 'queued', error: null }],
      mail_id: newMessageId(mailbox.address),
      in_reply_to: messageIdOf(mail.messageId ?? ''),
    });
    tx.afterCommit(() => this.dispatcher.wake());
    return { status: 'queued', reason: null };
  }
}

const withheld = (reason: string): Shown => ({ status: 'withheld', reason });

import { Injectable } from '@nestjs/common';
import type { MailAuthentication } from '@parley/contracts';
import { addressKey } from '@parley/mail-text';
import type { ReadMail } from '@parley/mail-reader';
import { Database, type Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { Probes } from '../mailboxes/probes.ts';
import { afterFollowUps } from '../outgoing/attempt.rules.ts';
import type { OutgoingMailRow } from '../outgoing/outgoing-mail.entity.ts';
import { suppressBounced } from '../outgoing/outgoing-mails.queries.ts';
import { storeDecision } from '../outgoing/results.ts';
import { followUpsOf, suppressedBy } from './bounce-outcome.rules.ts';
import { bounceOf, type Bounce } from './bounce.rules.ts';
import { referenceKey } from './headers.rules.ts';
import { ignored, quarantined, type Outcome } from './outcome.rules.ts';
import { complaintOf, isAgainstUs } from './reports.rules.ts';
import { findSentMail, suppressComplained } from './reports.queries.ts';

/** Applies what other servers report of mails that were sent. */
@Injectable()
export class Reports {
  constructor(
    private readonly db: Database,
    private readonly probes: Probes,
  ) {}

  /** A mail of a test of the mailbox is no message; null for another one. */
  async probe(
    ctx: TenantContext,
    mailbox: MailboxRow,
    mail: ReadMail,
    authentication: MailAuthentication,
  ): Promise<Outcome | null> {
    const isProbe = await this.probes.recognize(ctx, mailbox, mail, authentication);
    return isProbe ? ignored('probe', 'It is a mail of a test of the mailbox.') : null;
  }

  /** A report counts only for a mail whose random id it knows: anybody can forge one. */
  async bounce(ctx: TenantContext, mail: ReadMail): Promise<Outcome> {
    const bounce = bounceOf(mail);
    return this.db.transaction(ctx, async (tx) => {
      const sent = await this.#sentMail(tx, bounce.messageIds);
      if (sent === undefined)
        return quarantined('unknown_bounce', 'It reports on a mail that this workspace has not sent.');
      await apply(tx, sent, bounce);
      return ignored(
        'bounce',
        'It reports on a mail that was sent, whose message shows it.',
        sent.conversation_id,
      );
    });
  }

  /** A recipient who complains gets no automatic mail any more. */
  async complaint(ctx: TenantContext, mail: ReadMail): Promise<Outcome> {
    const complaint = complaintOf(mail);
    return this.db.transaction(ctx, async (tx) => {
      const sent = complaint === null ? undefined : await this.#sentMail(tx, complaint.messageIds);
      if (complaint === null || sent === undefined)
        return quarantined('unknown_complaint', 'It reports on a mail that this workspace has not sent.');
      const received = new Set(sent.recipients.map(({ address }) => addressKey(address)));
      if (isAgainstUs(complaint))
        for (const address of complaint.recipients)
          if (received.has(addressKey(address)))
            await tx.query(suppressComplained, [newUuid(), address, addressKey(address)]);
      return ignored('complaint', 'Its sender has reported a mail as spam.', sent.conversation_id);
    });
  }

  async #sentMail(tx: Transaction, messageIds: readonly string[]): Promise<OutgoingMailRow | undefined> {
    for (const id of messageIds) {
      const key = referenceKey(id);
      const sent = key === null ? undefined : await tx.one(findSentMail, [key, id]);
      if (sent !== undefined) return sent;
    }
    return undefined;
  }
}

async function apply(tx: Transaction, sent: OutgoingMailRow, bounce: Bounce): Promise<void> {
  const recipients = sent.recipients.map(({ address }) => address);
  for (const address of suppressedBy(bounce, recipients))
    await tx.query(suppressBounced, [newUuid(), address, addressKey(address)]);
  const followed = afterFollowUps(sent.recipients, followUpsOf(bounce, recipients));
  if (followed !== null)
    await storeDecision(tx, sent, { ...followed, due_at: sent.due_at, attempts: sent.attempts });
}

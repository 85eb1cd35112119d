import { Injectable } from '@nestjs/common';
import type { MailAuthentication } from '@parley/contracts';
import type { ReadMail } from '@parley/mail-reader';
import type { TenantContext } from '@parley/runtime/context';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { acknowledgementRefusal } from './acknowledgement.rules.ts';
import type { Authentication, Verdict } from './authentication.rules.ts';
import { decide } from './authority.rules.ts';
import { Authors } from './authors.ts';
import type { Classification, MailContext } from './classify.rules.ts';
import { Delivery } from './delivery.ts';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { delivered, quarantined, type Outcome } from './outcome.rules.ts';
import { authenticationOfSender, senderOf } from './sender.rules.ts';
import { Threads } from './threads.ts';

export interface Arrival {
  readonly ctx: TenantContext;
  readonly row: IncomingMailRow;
  readonly mailbox: MailboxRow;
  readonly mail: ReadMail;
}

export interface KnownArrival extends Arrival {
  readonly context: MailContext;
}

/** Has mails of people recorded as messages, in the conversations to which they belong. */
@Injectable()
export class Recording {
  constructor(
    private readonly threads: Threads,
    private readonly authors: Authors,
    private readonly delivery: Delivery,
  ) {}

  /** Called again after a crash, it makes nothing twice. */
  async of(
    { ctx, row, mailbox, mail, context }: KnownArrival,
    authentication: Authentication,
    classification: Classification,
  ): Promise<Outcome> {
    const { sender, problem } = senderOf(mail, authentication);
    if (sender === null) return quarantined(problem, PROBLEMS[problem]);
    const known = authenticationOfSender(sender, authentication);
    const addresses = [mailbox.address, ...mailbox.aliases];
    const receiving = { id: mailbox.id, addresses, matchesSubjects: false };
    const found = await this.threads.find(ctx, mail, receiving, row.envelope.to);
    const author = await this.authors.of(ctx, mail, sender, known, found);
    const decision = decide(found?.match ?? null, author, known, found?.participants ?? new Set());
    if (decision.action === 'quarantine' && !row.is_released)
      return quarantined(
        'unverified_sender',
        'Nothing proves that the sender, who takes part in a conversation, has sent it, and its domain asks to refuse such mails.',
      );
    const recorded = await this.delivery.deliver(ctx, {
      row,
      mailbox,
      mail,
      sender,
      authentication: row.arrived_at === null ? shown(known) : null,
      decision,
      userId: author.userId,
      found,
      isAutomatic: classification.class === 'automatic',
    });
    const refusal = acknowledgementRefusal({
      ...{ mail, sender, classification, authentication: known },
      envelopeSender: row.envelope.from,
      isOfInstallation: context.fromOwner !== null,
    });
    const begins = recorded.conversationId === row.new_conversation_id;
    // A person who wrote in the past waits for no acknowledgement.
    const isAnswerable = begins && row.arrived_at === null && mailbox.acknowledgement.enabled;
    return delivered(mail, recorded, isAnswerable ? { sender, policy: known.policy, refusal } : null);
  }
}

const PROBLEMS = {
  no_sender: 'It names no sender.',
  group_sender: 'Its sender is a group without an address.',
  unusable_address: 'No contact can have the address of its sender.',
};

const VERDICTS: Record<Verdict, MailAuthentication['dmarc']> = {
  pass: 'pass',
  fail: 'fail',
  softfail: 'fail',
  policy: 'fail',
  neutral: 'none',
  none: 'none',
  temperror: 'error',
  permerror: 'error',
};

/** What the API shows of it. */
export const shown = ({ verified, dmarc, dkim, spf }: Authentication): MailAuthentication => ({
  verified,
  dmarc: VERDICTS[dmarc],
  dkim: VERDICTS[dkim],
  spf: VERDICTS[spf],
});

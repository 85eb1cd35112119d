import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { MailboxProbe } from '@parley/contracts';
import { newReplyToken, replyAddress } from '@parley/mail-text';
import type { TenantContext } from '@parley/runtime/context';
import { bodyOf } from '../composing/body.ts';
import { compose } from '../composing/compose.ts';
import { newMessageId, threadHeaders } from '../composing/message-id.ts';
import { DkimKeys } from '../domains/dkim-keys.ts';
import type { MailboxFailure, SendResult, Transport } from '../transports/transport.ts';
import type { MailboxRow } from './mailbox.entity.ts';
import { probeOf } from './probe.rules.ts';
import { Probes } from './probes.ts';

const SIZE_MAX = 100_000;

interface TestMail {
  readonly to: string;
  readonly messageId: string;
  /** What a header has by which it is known when it comes back; null for one that need not be. */
  readonly probe: string | null;
}

/** Sends the mails of a test: from a mailbox to itself. */
@Injectable()
export class TestMails {
  constructor(
    private readonly dkim: DkimKeys,
    private readonly probes: Probes,
  ) {}

  /** The domain in whose name the mails of the mailbox are signed; undefined without one. */
  async signingDomain(ctx: TenantContext, { address }: MailboxRow): Promise<string | undefined> {
    return (await this.dkim.domainOf(ctx, address))?.domain;
  }

  /** The last probe of the mailbox, as the API shows it. */
  async probeOf(ctx: TenantContext, { id }: MailboxRow): Promise<MailboxProbe> {
    return probeOf(await this.probes.latest(ctx, id), new Date());
  }

  /** Why the server takes no mail; null if it does. With a mail to a subaddress, whose refusal is no failure of the mailbox. */
  async send(
    ctx: TenantContext,
    mailbox: MailboxRow,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<MailboxFailure | null> {
    const { id, address } = mailbox;
    const probe = await this.probes.start(ctx, mailbox);
    const send = async (mail: TestMail) => transport.send(await this.#composed(ctx, mailbox, mail), signal);
    const messageId = probe?.mail_id ?? newMessageId(address);
    const failure = ofSending(await send({ to: address, messageId, probe: probe?.token ?? null }));
    if (probe === undefined) return failure;
    if (failure !== null) {
      await this.probes.end(ctx, id, probe);
      return failure;
    }
    const plus = { messageId: probe.plus_mail_id, probe: probe.plus_token };
    // The form of the addresses for answers.
    const to = replyAddress(address, newReplyToken());
    if (to === null || isRefused(await send({ ...plus, to })))
      await this.probes.refuse(ctx, id, [plus.messageId]);
    return null;
  }

  async #composed(ctx: TenantContext, mailbox: MailboxRow, { to, messageId, probe }: TestMail) {
    const own = { name: mailbox.from_name ?? mailbox.name, address: mailbox.address };
    const composed = compose(
      {
        from: own,
        to: [{ ...own, address: to }],
        cc: [],
        bcc: [],
        replyTo: null,
        subject: `Test of the mailbox ${mailbox.name}`,
        messageId,
        thread: threadHeaders(messageId, null),
        date: new Date(),
        body: bodyOf({ text: 'The mailbox can send. Nothing needs to be done.' }),
        attachments: [],
        automatic: 'auto-generated',
        probe,
      },
      SIZE_MAX,
    );
    const bytes = await buffer(await this.dkim.sign(ctx, mailbox.address, composed.bytes));
    return {
      envelope: composed.envelope,
      messageId,
      needsSmtpUtf8: composed.needsSmtpUtf8,
      size: bytes.length,
      open: () => Readable.from([bytes]),
    };
  }
}

/** A mail that was refused or has no answer is a failure of the step, though not of the mailbox. */
function ofSending({ mailboxFailure, recipients }: SendResult): MailboxFailure | null {
  if (mailboxFailure !== null) return mailboxFailure;
  const refused = [...recipients.values()].find((one) => one.status !== 'sent');
  if (refused === undefined) return null;
  return { ...refused.error, step: 'sending', needsAdmin: false, retryAfterMs: null };
}

/** Whether the server refuses the mail for good: one that it defers says nothing about the address. */
const isRefused = ({ mailboxFailure, recipients }: SendResult): boolean =>
  mailboxFailure === null && [...recipients.values()].some(({ status }) => status === 'failed');

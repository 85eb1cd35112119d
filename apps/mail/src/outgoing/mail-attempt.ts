import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { addressKey } from '@parley/mail-text';
import { MailConfig } from '../mail.config.ts';
import { MailboxHealth } from '../mailboxes/mailbox-health.ts';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { MailboxTransports } from '../mailboxes/mailbox-transports.ts';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { isHardBounce } from '../transports/send-error.ts';
import {
  hasAnswered,
  type MailboxFailure,
  type SendResult,
  type Transport,
} from '../transports/transport.ts';
import {
  afterAttempt,
  afterFollowUps,
  failed,
  NO_MAILBOX,
  onUnknownOf,
  pendingOf,
  waitForMailbox,
  type Decision,
} from './attempt.rules.ts';
import { Composition, type ReadyMail } from './composition.ts';
import { HandOverLimit } from './hand-over-limit.ts';
import { leaseMs } from './leases.ts';
import { firstAttemptDelay, mailsCompleted } from './mail-metrics.ts';
import { MailSources } from './mail-sources.ts';
import type { OutgoingMailRow, Recipient } from './outgoing-mail.entity.ts';
import * as queries from './outgoing-mails.queries.ts';
import { storeDecision } from './results.ts';

/** Time for a mail that is composed, with its attachments. */
const COMPOSE_TIMEOUT_MS = 120_000;
/** Time in which a server takes the bytes of a mail. */
const READ_TIMEOUT_MS = 600_000;
/** Time of a lease that is left for what follows an attempt that is not handed over. */
const LEASE_REST_MS = 60_000;
/** Time in which a result is stored, after the last attempt to. */
const STORE_TIMEOUT_MS = 120_000;
/** A result is not lost in a short outage of the database: it counts also if another process took the mail for lost meanwhile. */
const STORE_RETRY_DELAYS_MS = [100, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A mail whose message or files cannot be read at the moment comes again; it is not the fault of the mail. */
const UNAVAILABLE_WAIT_MS = 5_000;

interface Work {
  ctx: TenantContext;
  mail: OutgoingMailRow;
  mailbox: MailboxRow;
}

/** One attempt to send a claimed mail, from its row to the result. */
@Injectable()
export class MailAttempt {
  constructor(
    private readonly db: Database,
    private readonly composition: Composition,
    private readonly transports: MailboxTransports,
    private readonly health: MailboxHealth,
    private readonly sources: MailSources,
    private readonly config: MailConfig,
  ) {}

  /**
   * Returns whether its result counts, which it does not for a mail that was cancelled, deleted, or given to another process meanwhile.
   * Rejects only if what became of the mail cannot be stored. The signal interrupts it.
   */
  async make(claimed: queries.ClaimedMail, signal: AbortSignal): Promise<boolean> {
    const ctx = contextOfRow(claimed, COMPOSE_TIMEOUT_MS);
    const limit = new HandOverLimit(leaseMs(this.config) - LEASE_REST_MS, signal);
    try {
      const mail = await this.db.read(ctx).one(queries.findMail, [claimed.id]);
      if (mail?.lease_token !== claimed.lease_token) return false;
      const mailbox = await this.db.read(ctx).one(findMailbox, [mail.mailbox_id]);
      if (mailbox === undefined)
        return await this.#store({ ctx, mail, mailbox: null }, failed(mail, NO_MAILBOX), null);
      return await this.#send({ ctx, mail, mailbox }, limit);
    } finally {
      limit.end();
    }
  }

  async close(): Promise<void> {
    await this.transports.close();
  }

  async #send({ ctx, mail, mailbox }: Work, limit: HandOverLimit): Promise<boolean> {
    const ready = await this.#prepare({ ctx, mail, mailbox });
    if (!('composed' in ready)) return this.#store({ ctx, mail, mailbox }, ready, null);
    const { composed, bytes, transport } = ready;
    if ('failure' in transport)
      return this.#settle({ ctx, mail: composed, mailbox }, failureOf(composed, transport.failure));
    // It is composed at its first attempt.
    if (mail.source_file_id === null)
      firstAttemptDelay.observe(
        Math.max(0, Date.now() - mail.created_at.getTime() - mailbox.send_delay * 1_000) / 1_000,
      );
    const to = pendingOf(composed).map(({ address }) => address);
    const content = this.sources.headOf(composed, to);
    const open = async () => {
      const reading = { ...ctx, deadline: Date.now() + READ_TIMEOUT_MS };
      await this.#handOver(reading, composed);
      limit.end();
      return bytes === null
        ? this.sources.read(reading, composed)
        : Readable.from(bytes, { objectMode: false });
    };
    const result = await transport.send({ ...content, open }, limit.signal);
    return this.#settle({ ctx, mail: composed, mailbox }, result);
  }

  /** The outcome of the mail is unknown from now on, until the server answers. Throws for one that was cancelled meanwhile. */
  async #handOver(ctx: TenantContext, { id, lease_token: lease }: OutgoingMailRow): Promise<void> {
    const leaseMs = READ_TIMEOUT_MS + this.config.MAIL_ANSWER_TIMEOUT + STORE_TIMEOUT_MS;
    const values = [id, lease, leaseMs];
    const handedOver = await this.db.transaction(ctx, (tx) => tx.query(queries.handOver, values));
    if (handedOver.length === 0) throw new Error('the mail was cancelled, or belongs to another process');
  }

  /** What an attempt needs, or what becomes of the mail without it. */
  async #prepare({
    ctx,
    mail,
    mailbox,
  }: Work): Promise<
    | Decision
    | { composed: OutgoingMailRow; bytes: Buffer | null; transport: Transport | { failure: MailboxFailure } }
  > {
    try {
      const ready =
        mail.source_file_id === null
          ? await this.composition.compose(ctx, mail, mailbox)
          : { mail, bytes: null };
      if (!isReady(ready)) return ready;
      const transport = await this.transports.of(ctx, mailbox);
      return { composed: ready.mail, bytes: ready.bytes, transport };
    } catch (error) {
      // A database, a service or a key that is away, or a defect: the mail stays, and is tried until it expires.
      if (!(error instanceof ApiError)) this.transports.report(error, mail);
      return { ...waitForMailbox(mail, new Date()), due_at: new Date(Date.now() + UNAVAILABLE_WAIT_MS) };
    }
  }

  async #settle(work: Work, result: SendResult): Promise<boolean> {
    const { ctx, mail, mailbox } = work;
    const decision = afterAttempt(mail, result, {
      now: new Date(),
      random: Math.random,
      schedule: this.config.MAIL_RETRY_SCHEDULE,
      onUnknown: onUnknownOf(mail, mailbox),
      isRepeated: mail.is_repeated,
    });
    const counts = await this.#store(work, decision, result);
    if (result.mailboxFailure !== null) await this.health.failed(ctx, mailbox, result.mailboxFailure);
    return counts;
  }

  async #store(
    work: Pick<Work, 'ctx' | 'mail'> & { mailbox: MailboxRow | null },
    decision: Decision,
    result: SendResult | null,
  ): Promise<boolean> {
    const isOfMailbox = result !== null && result.mailboxFailure !== null;
    for (let retry = 0; ; retry += 1) {
      try {
        const ctx = { ...work.ctx, deadline: Date.now() + STORE_TIMEOUT_MS };
        const counts = await this.db.transaction(ctx, (tx) => this.#storeIn(tx, work, decision, result));
        if (counts) mailsCompleted.inc({ result: isOfMailbox ? 'mailbox' : decision.status });
        return counts;
      } catch (error) {
        const isOutage = error instanceof ApiError && error.code === 'service_unavailable';
        const delay = STORE_RETRY_DELAYS_MS[retry];
        if (delay === undefined || !isOutage) throw error;
        await sleep(delay);
      }
    }
  }

  /** Returns whether the attempt is the last one of its mail. */
  async #storeIn(
    tx: Transaction,
    { mail, mailbox }: Pick<Work, 'mail'> & { mailbox: MailboxRow | null },
    decision: Decision,
    result: SendResult | null,
  ): Promise<boolean> {
    const row = await tx.one(queries.lockMail, [mail.id]);
    if (row?.lease_token !== mail.lease_token) return false;
    const stored = await storeDecision(tx, row, decision);
    if (mailbox === null || result === null || result.mailboxFailure !== null) return true;
    const hasSent = [...result.recipients.values()].some(({ status }) => status === 'sent');
    if (hasAnswered(result)) await this.health.worked(tx, mailbox, hasSent);
    if (result.followUps !== undefined) {
      const followed = afterFollowUps(stored.recipients, result.followUps);
      if (followed !== null) await storeDecision(tx, stored, { ...decision, ...followed });
    } else await suppressBounced(tx, stored.recipients);
    return true;
  }
}

/** Addresses that do not exist: to send to them again and again costs the mailbox its reputation. */
async function suppressBounced(tx: Transaction, recipients: readonly Recipient[]): Promise<void> {
  for (const { address, status, error } of recipients)
    if (status === 'failed' && error !== null && isHardBounce(error.code))
      await tx.query(queries.suppressBounced, [newUuid(), address, addressKey(address)]);
}

const isReady = (outcome: ReadyMail | Decision): outcome is ReadyMail => 'mail' in outcome;

const failureOf = (
  mail: OutgoingMailRow,
  failure: NonNullable<SendResult['mailboxFailure']>,
): SendResult => ({
  recipients: new Map(
    pendingOf(mail).map(({ address }) => [address, { status: 'deferred', error: failure }]),
  ),
  mailboxFailure: failure,
});

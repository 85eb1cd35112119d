import { Injectable } from '@nestjs/common';
import { mailboxConnected, mailboxDisconnected, type MailboxStatusReason } from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { findFailure, forgetFailure, noteFailure } from '../incoming/fetching/lease.queries.ts';
import { findActivity, lockActivity, noteSent, storeActivity } from '../outgoing/outgoing-mails.queries.ts';
import type { SendErrorCode } from '../transports/send-error.ts';
import type { MailboxFailure } from '../transports/transport.ts';
import { MailConfig } from '../mail.config.ts';
import { Credentials } from './credentials.ts';
import { MailboxRow, type MailboxWithActivity } from './mailbox.entity.ts';
import { toMailbox } from './mailbox.serializer.ts';
import { lockMailbox } from './mailboxes.queries.ts';

/** A server that does not answer for a moment is no news: so many failures in a row are. */
const FAILURES_TO_DISCONNECT = 3;
const MINUTE_MS = 60_000;
/** The time of the last mail is not stored at each: the row is that of all mails of the mailbox. */
const SENT_PRECISION_MS = 5_000;
/** Pauses after the first failures, and after each further one, until somebody changes the mailbox or it works again. */
const PAUSES_MS = [5_000, 30_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;
/** One that only an admin can mend is tried rarely: providers lock accounts that sign in wrongly too often. */
const ADMIN_PAUSE_MS = 15 * MINUTE_MS;

/** What the next access token may cure: a right or a consent that is given meanwhile is in new ones alone. */
const OF_TOKEN: ReadonlySet<string> = new Set<SendErrorCode>([
  'authentication_failed',
  'sender_not_allowed',
  'reading_not_allowed',
]);

/** Milliseconds for which a mailbox pauses after its `failures`th failure in a row. */
export function pauseAfter(failures: number, { needsAdmin, retryAfterMs }: MailboxFailure): number {
  const pause = PAUSES_MS[failures - 1] ?? LONGEST_PAUSE_MS;
  return Math.max(pause, needsAdmin ? ADMIN_PAUSE_MS : 0, Math.min(retryAfterMs ?? 0, 24 * 60 * MINUTE_MS));
}

/**
 * Whether mailboxes can send and receive. One that cannot send pauses, and its mails wait; one whose mails cannot be fetched goes on sending.
 * What is shown of one that can do neither is why it cannot send.
 */
@Injectable()
export class MailboxHealth {
  constructor(
    private readonly db: Database,
    private readonly credentials: Credentials,
    private readonly config: MailConfig,
  ) {}

  failed(ctx: TenantContext, mailbox: MailboxRow, failure: MailboxFailure): Promise<void> {
    return this.#ofTransport(ctx, mailbox, async (tx, row) => {
      const [activity] = await tx.query(lockActivity, [row.id]);
      // Mails that were sent at the same time have all failed of one cause.
      if (activity !== undefined && activity.paused_until > new Date()) return;
      const failures = (activity?.failures ?? 0) + 1;
      await tx.query(storeActivity, [row.id, failures, pauseAfter(failures, failure)]);
      const isLost = failure.needsAdmin || failures >= FAILURES_TO_DISCONNECT;
      await this.#store(tx, row, failure, isLost ? reasonOf(failure, 'sending') : null);
    });
  }

  /** The mails of the mailbox cannot be fetched until an admin changes something. */
  failedToReceive(ctx: TenantContext, mailbox: MailboxRow, failure: MailboxFailure): Promise<void> {
    return this.#ofTransport(ctx, mailbox, async (tx, row) => {
      const reason = reasonOf(failure, 'receiving');
      const noted = await tx.query(noteFailure, [row.id, JSON.stringify(reason)]);
      await this.#store(tx, row, failure, noted.length === 0 ? null : reason);
    });
  }

  /** The server has answered, whatever it said of the mail. Part of the transaction that stores what became of it. */
  async worked(tx: Transaction, { id, status }: MailboxRow, hasSent: boolean): Promise<void> {
    const activity = await tx.one(findActivity, [id]);
    // The settings are locked before the activity, as everywhere.
    const row = status === 'connected' && (activity?.failures ?? 0) === 0 ? undefined : await lockRow(tx, id);
    if (row !== undefined) tx.write(storeActivity, [id, 0, 0]);
    const lastSentAt = activity?.last_sent_at?.getTime() ?? 0;
    if (hasSent && lastSentAt < Date.now() - SENT_PRECISION_MS) tx.write(noteSent, [id]);
    if (row?.status !== 'disconnected' || showsReceiving(row)) return;
    const failed = await tx.one(findFailure, [id]);
    await this.#show(tx, row, failed?.failure ?? null);
  }

  /** The server that mails are fetched from has let the mailbox in. */
  async receives(ctx: TenantContext, { id }: MailboxRow): Promise<void> {
    if ((await this.db.read(ctx).one(findFailure, [id])) === undefined) return;
    await this.db.transaction(ctx, async (tx) => {
      const row = await lockRow(tx, id);
      await tx.query(forgetFailure, [id]);
      if (row !== undefined && showsReceiving(row)) await this.#show(tx, row, null);
    });
  }

  /** Changes a mailbox because its transport has failed, unless it has another one by now. */
  #ofTransport(
    ctx: TenantContext,
    { id, transport_version }: MailboxRow,
    change: (tx: Transaction, row: MailboxWithActivity) => Promise<void>,
  ): Promise<void> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await lockRow(tx, id);
      if (row?.transport_version === transport_version) await change(tx, row);
    });
  }

  /** Disconnects the mailbox for a reason, unless there is none, or a weightier one is shown. */
  async #store(
    tx: Transaction,
    row: MailboxWithActivity,
    failure: MailboxFailure,
    reason: MailboxStatusReason | null,
  ): Promise<void> {
    const secrets = this.#withoutRejected(row, failure);
    const isShown = reason !== null && (row.status === 'connected' || showsReceiving(row));
    if (isShown) await this.#show(tx, row, reason, secrets);
    else if (Object.keys(secrets).length > 0) await tx.update(MailboxRow, row, secrets);
  }

  /** Connects a mailbox, or disconnects it for a reason. */
  async #show(
    tx: Transaction,
    row: MailboxWithActivity,
    reason: MailboxStatusReason | null,
    secrets: Partial<Pick<MailboxRow, 'encrypted_secrets'>> = {},
  ): Promise<void> {
    const status = reason === null ? 'connected' : 'disconnected';
    const changes = { status, status_reason: reason, ...secrets } as const;
    const after = await tx.update<MailboxRow, MailboxWithActivity>(MailboxRow, row, changes);
    const event = reason === null ? mailboxConnected : mailboxDisconnected;
    tx.emit(event, toMailbox(after, this.config.MAIL_URL));
  }

  /** The column of the secrets without an access token that the server does not take. */
  #withoutRejected(
    row: MailboxRow,
    { code }: MailboxFailure,
  ): Partial<Pick<MailboxRow, 'encrypted_secrets'>> {
    if (row.transport.authentication !== 'oauth2' || !OF_TOKEN.has(code)) return {};
    return { encrypted_secrets: this.credentials.withoutAccessToken(row) };
  }
}

async function lockRow(tx: Transaction, id: string): Promise<MailboxWithActivity | undefined> {
  const [row] = await tx.lockAll(lockMailbox, [[id]]);
  return row;
}

const reasonOf = (
  { code, message }: MailboxFailure,
  affects: MailboxStatusReason['affects'],
): MailboxStatusReason => ({ code, message, affects });

/** Whether a mailbox is disconnected although it can send, as far as is known. */
const showsReceiving = ({ status, status_reason: shown }: MailboxRow): boolean =>
  status === 'disconnected' && shown?.affects === 'receiving';

import { Injectable } from '@nestjs/common';
import { mailboxConnected, mailboxDisconnected } from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
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

/** Whether mailboxes can send: one that fails as a whole pauses, and its mails wait. */
@Injectable()
export class MailboxHealth {
  constructor(
    private readonly db: Database,
    private readonly credentials: Credentials,
    private readonly config: MailConfig,
  ) {}

  async failed(
    ctx: TenantContext,
    { id, transport_version }: MailboxRow,
    failure: MailboxFailure,
  ): Promise<void> {
    await this.db.transaction(ctx, async (tx) => {
      const row = await lockRow(tx, id);
      // The transport before has failed, and not the present one.
      if (row === undefined || row.transport_version !== transport_version) return;
      const [activity] = await tx.query(lockActivity, [id]);
      // Mails that were sent at the same time have all failed of one cause.
      if (activity !== undefined && activity.paused_until > new Date()) return;
      const failures = (activity?.failures ?? 0) + 1;
      await tx.query(storeActivity, [id, failures, pauseAfter(failures, failure)]);
      const isLost = row.status === 'connected' && (failure.needsAdmin || failures >= FAILURES_TO_DISCONNECT);
      const { code, message } = failure;
      const changes = {
        ...(isLost ? { status: 'disconnected' as const, status_reason: { code, message } } : {}),
        ...this.#withoutRejected(row, failure),
      };
      if (Object.keys(changes).length === 0) return;
      const after = await tx.update<MailboxRow, MailboxWithActivity>(MailboxRow, row, changes);
      if (isLost) tx.emit(mailboxDisconnected, toMailbox(after, this.config.MAIL_URL));
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
    if (row?.status !== 'disconnected') return;
    const changes = { status: 'connected' as const, status_reason: null };
    const after = await tx.update<MailboxRow, MailboxWithActivity>(MailboxRow, row, changes);
    tx.emit(mailboxConnected, toMailbox(after, this.config.MAIL_URL));
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

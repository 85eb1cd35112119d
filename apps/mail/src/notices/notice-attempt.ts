import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, encodeId, listNoticeRecipients, uuidOf } from '@parley/contracts';
import { ComposingError } from '@parley/mail-text';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { systemContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { uuidFor } from '@parley/runtime/records';
import { bodyOf } from '../composing/body.ts';
import { compose } from '../composing/compose.ts';
import { newMessageId } from '../composing/message-id.ts';
import { MailConfig } from '../mail.config.ts';
import type { OutgoingMail, RecipientOutcome } from '../transports/transport.ts';
import { noticesCompleted } from './notice-metrics.ts';
import { NoticeQueue } from './notice-queue.ts';
import type { StoredNotice } from './notice.ts';
import { textOf } from './notice.texts.ts';
import { deleteNotice, retryNotice, type ClaimedNotice } from './notices.queries.ts';
import { SystemMailbox } from './system-mailbox.ts';

const SIZE_MAX = 100_000;
/** A short outage of the database must not send a mail twice. */
const STORE_RETRY_DELAYS_MS = [100, 500, 2_000, 5_000, 15_000];

type Addressed = Extract<StoredNotice, { to: string }>;
type ForUsers = Extract<StoredNotice, { to: null }>;

/** What has become of a notice. `addressed`: there is one for each recipient now. */
type Outcome =
  | { readonly result: 'sent' | 'expired' | 'addressed' }
  | { readonly result: 'failed' | 'deferred'; readonly code: string; readonly status: string | null };

/** One attempt to send a claimed notice. No log has its address, its link, or the words of a server, which may repeat them. */
@Injectable()
export class NoticeAttempt {
  constructor(
    private readonly db: Database,
    private readonly queue: NoticeQueue,
    private readonly mailbox: SystemMailbox,
    private readonly rpc: Rpc,
    private readonly config: MailConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects only if what became of it cannot be stored. The signal interrupts it. */
  async make(claimed: ClaimedNotice, signal: AbortSignal): Promise<void> {
    const outcome = await this.#outcomeOf(claimed, signal);
    const { result } = outcome;
    if (result !== 'addressed') noticesCompleted.inc({ kind: claimed.kind, result });
    if ('code' in outcome || result === 'expired') this.#report(claimed, outcome);
    const key = [claimed.id, claimed.lease_token];
    await this.#store(() =>
      result === 'deferred'
        ? this.db.system(retryNotice, [...key, this.#delayAfter(claimed)])
        : this.db.system(deleteNotice, key),
    );
  }

  async #outcomeOf(claimed: ClaimedNotice, signal: AbortSignal): Promise<Outcome> {
    if (claimed.expires_at.getTime() <= Date.now()) return { result: 'expired' };
    try {
      const stored = this.queue.read(claimed);
      return stored.to === null
        ? await this.#address(claimed, stored)
        : await this.#send(claimed, stored, signal);
    } catch (error) {
      if (error instanceof ComposingError) return { result: 'failed', code: error.code, status: null };
      // A database, a key or a service that is away, or a defect: the notice stays until it expires.
      const code = error instanceof ApiError ? error.code : 'internal_error';
      if (code === 'internal_error')
        this.logger.error(
          { event: 'notice.attempt.failed', err: error, notice_id: claimed.id },
          'Cannot try to send a mail of the product',
        );
      return { result: 'deferred', code, status: null };
    }
  }

  /** Queues a notice for each recipient. A repeat after a crash queues those that are missing. */
  async #address({ id, workspace_id: workspace }: ClaimedNotice, { notice }: ForUsers): Promise<Outcome> {
    const workspaceId = encodeId('workspace', workspace ?? '');
    const userIds = notice.kind === 'notification_digest' ? [notice.user_id] : null;
    const found = await this.rpc.call(listNoticeRecipients, systemContext(), { workspaceId, userIds });
    if (found === null) return { result: 'addressed' };
    const { recipients, ...shown } = found;
    for (const user of recipients)
      await this.queue.add(this.db, {
        id: uuidFor('user', id, uuidOf('user', user.id)),
        workspace,
        stored: {
          to: user.email,
          message_id: newMessageId(this.mailbox.sender.address),
          notice: { ...notice, ...shown },
        },
      });
    return { result: 'addressed' };
  }

  async #send(claimed: ClaimedNotice, stored: Addressed, signal: AbortSignal): Promise<Outcome> {
    const mail = await this.#composed(claimed, stored);
    const { recipients } = await this.mailbox.send(mail, signal);
    return outcomeOf(recipients.get(mail.envelope.to[0] ?? ''));
  }

  /** The same bytes at each attempt, so that a receiver that gets it twice sees one mail. */
  async #composed({ created_at: date }: ClaimedNotice, stored: Addressed): Promise<OutgoingMail> {
    const { sender: from } = this.mailbox;
    const { subject, text } = textOf(stored.notice);
    const { bytes, ...head } = compose(
      {
        ...{ from, to: [{ name: null, address: stored.to }], cc: [], bcc: [], replyTo: null, subject, date },
        ...{ messageId: stored.message_id, thread: { inReplyTo: null, references: [] } },
        ...{ body: bodyOf({ text }), attachments: [], automatic: 'auto-generated' as const },
      },
      SIZE_MAX,
    );
    const content = await buffer(bytes);
    return { ...head, size: content.length, open: () => Readable.from([content]) };
  }

  #report({ id, kind, attempts }: ClaimedNotice, outcome: Outcome): void {
    const { result } = outcome;
    const cause = 'code' in outcome ? { code: outcome.code, smtp_status: outcome.status } : {};
    this.logger.warn(
      { event: `notice.${result}`, notice_id: id, kind, attempts: attempts + 1, ...cause },
      result === 'deferred'
        ? 'A mail of the product could not be sent yet'
        : 'A mail of the product could not be sent, and is given up',
    );
  }

  /** Milliseconds until the next attempt, or until the notice expires. */
  #delayAfter({ attempts, expires_at: expiresAt }: ClaimedNotice): number {
    const schedule = this.config.MAIL_RETRY_SCHEDULE;
    const delay = schedule[attempts + 1] ?? schedule.at(-1) ?? 0;
    return Math.max(0, Math.min(delay * (1 + 0.15 * Math.random()), expiresAt.getTime() - Date.now()));
  }

  async #store(write: () => Promise<unknown>): Promise<void> {
    for (const delay of [...STORE_RETRY_DELAYS_MS, null]) {
      try {
        await write();
        return;
      } catch (error) {
        if (delay === null) throw error;
        await sleep(delay);
      }
    }
  }
}

/** A mail whose outcome is unknown is sent again: it has the same Message-ID, and a second copy is better than none. */
function outcomeOf(outcome: RecipientOutcome | undefined): Outcome {
  if (outcome === undefined) throw new Error('a transport reports each recipient');
  if (outcome.status === 'sent') return { result: 'sent' };
  const { code, smtp_status: status } = outcome.error;
  return { result: outcome.status === 'failed' ? 'failed' : 'deferred', code, status };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, encodeId } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { Semaphore } from '@parley/runtime/async';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import type { Logger } from '@parley/runtime/logging';
import type { MailboxHealth } from '../../mailboxes/mailbox-health.ts';
import { findMailbox } from '../../mailboxes/mailboxes.queries.ts';
import { receives } from '../../mailboxes/transport.rules.ts';
import { MailboxError, mailboxFailure, type MailboxFailure } from '../../transports/send-error.ts';
import { backoff } from './backoff.rules.ts';
import type { LeasedMailbox, RenewedMailbox } from './lease.queries.ts';
import {
  LeaseLostError,
  type MailConnection,
  type MailSource,
  type MailSources,
  type Refusals,
} from './mail-source.ts';
import type { FetchTimings } from './timings.ts';

/** Time for one statement, or for an access token. */
const STATEMENT_MS = 60_000;

export interface FetcherParts {
  readonly db: Database;
  readonly sources: MailSources;
  readonly timings: FetchTimings;
  readonly health: MailboxHealth;
  /** Connections that are made at the same time. */
  readonly connecting: Semaphore;
  readonly logger: Logger;
}

/** Fetches the mails of one mailbox, over one connection after the other, for as long as this process has its lease. */
export class MailboxFetcher {
  readonly #stopped = new AbortController();
  readonly #refusals: Refusals = new Map();
  #connection = new AbortController();
  #seen: Pick<RenewedMailbox, 'transport_version' | 'status'> | null = null;
  #failures = 0;
  /** When the server failed first since a connection worked. */
  #failingSince: number | null = null;
  #isWaiting = false;
  #source: MailSource | null = null;
  #open: MailConnection | null = null;
  readonly #running: Promise<void>;

  constructor(
    private readonly parts: FetcherParts,
    private readonly leased: LeasedMailbox,
    private readonly holderId: string,
    onEnd: () => void,
  ) {
    this.#running = this.#run().finally(onEnd);
  }

  /** What a renewal of the lease tells: another transport is used at once, and so is one that somebody has mended. */
  note({ transport_version, status, has_import }: RenewedMailbox): void {
    // Somebody may have asked for it after the last look at the folder.
    if (has_import) this.#open?.wake();
    const before = this.#seen;
    this.#seen = { transport_version, status };
    if (before === null) return;
    const isMended = before.status === 'disconnected' && status === 'connected' && this.#isWaiting;
    if (before.transport_version === transport_version && !isMended) return;
    this.#failures = 0;
    this.#connection.abort();
  }

  /** Ends the connection. A mail that is being stored may go on for a while; else the process with the next lease fetches it again. */
  async stop(): Promise<void> {
    if (this.#stopped.signal.aborted) return this.#running;
    this.#stopped.abort();
    const timer = setTimeout(() => this.#open?.destroy(), this.parts.timings.drain);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      this.#connection = new AbortController();
      const signal = AbortSignal.any([this.#stopped.signal, this.#connection.signal]);
      const beganAt = Date.now();
      try {
        if ((await this.#connect(signal)) === 'over') return;
      } catch (error) {
        if (error instanceof LeaseLostError) return;
        if (signal.aborted) continue;
        if (Date.now() - beganAt >= this.parts.timings.stable) this.#failures = 0;
        await this.#wait(await this.#failed(error), signal);
      }
    }
  }

  /** One connection, which ends by the signal or a failure. */
  async #connect(signal: AbortSignal): Promise<'over' | 'ended'> {
    const mailbox = await this.parts.db.read(this.#ctx()).one(findMailbox, [this.leased.mailbox_id]);
    const source = mailbox === undefined ? undefined : this.parts.sources[mailbox.transport.type];
    // It may have got another transport while it was leased.
    if (mailbox === undefined || source === undefined || !receives(mailbox.transport)) return 'over';
    this.#source = source;
    this.#seen ??= mailbox;
    // A change between the two would not be noticed.
    if (this.#seen.transport_version < mailbox.transport_version) this.#seen = mailbox;
    const connection = await this.parts.connecting.run(async () => {
      signal.throwIfAborted();
      return source.open(this.#ctx(), mailbox, signal);
    });
    this.#open = connection;
    const { holderId } = this;
    const fetching = { mailbox, holderId, newCtx: () => this.#ctx(), refusals: this.#refusals };
    try {
      await connection.fetch(fetching, signal, () => {
        this.#failingSince = null;
        return this.parts.health.receives(this.#ctx(), mailbox);
      });
    } finally {
      this.#open = null;
      await connection.close();
    }
    return 'ended';
  }

  /** Milliseconds to wait. */
  async #failed(error: unknown): Promise<number> {
    const source = this.#source;
    // Without a source, the mailbox itself could not be read.
    const failure = source?.failureOf(error) ?? mailboxFailure('connection_lost', 'connection');
    this.#failures += 1;
    const code = error instanceof ApiError ? error.code : failure.code;
    source?.countFailure(code);
    const mailbox_id = encodeId('mailbox', this.leased.mailbox_id);
    // Servers end connections now and then, and the next one works. What they said at the sign-in may repeat a secret.
    const level = this.#failures === 1 && !failure.needsAdmin ? 'info' : 'warn';
    const cause = error instanceof MailboxError ? { step: failure.step } : { err: error };
    this.parts.logger[level](
      { event: `${source?.name ?? 'mailbox'}.failed`, mailbox_id, code, failures: this.#failures, ...cause },
      'Cannot fetch the mails of a mailbox',
    );
    if (this.#isLost(error, failure))
      await this.#disconnect(failure).catch((err: unknown) =>
        this.parts.logger.error(
          { event: `${source?.name ?? 'mailbox'}.disconnect.failed`, err, mailbox_id },
          'Cannot store that a mailbox is disconnected',
        ),
      );
    return backoff(this.#failures, this.parts.timings.retry, failure, Math.random());
  }

  /** Whether an admin has to know: the sign-in is refused, or nothing could be fetched for a long time. */
  #isLost(error: unknown, { step, needsAdmin }: MailboxFailure): boolean {
    if (step === 'authentication' && needsAdmin) return true;
    // Another service is away, which says nothing of the server.
    if (error instanceof ApiError) return false;
    this.#failingSince ??= Date.now();
    return Date.now() - this.#failingSince >= this.parts.timings.unreachable;
  }

  async #disconnect(failure: MailboxFailure): Promise<void> {
    const { db, health } = this.parts;
    const ctx = this.#ctx();
    const row = await db.read(ctx).one(findMailbox, [this.leased.mailbox_id]);
    if (row === undefined || row.transport_version !== this.#seen?.transport_version) return;
    await health.failedToReceive(ctx, row, failure);
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    this.#isWaiting = true;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    this.#isWaiting = false;
  }

  #ctx(): TenantContext {
    return contextOfRow(this.leased, STATEMENT_MS);
  }
}

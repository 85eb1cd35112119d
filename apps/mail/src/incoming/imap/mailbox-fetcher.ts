import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, encodeId } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { Semaphore } from '@parley/runtime/async';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import type { Logger } from '@parley/runtime/logging';
import type { MailboxHealth } from '../../mailboxes/mailbox-health.ts';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import { findMailbox } from '../../mailboxes/mailboxes.queries.ts';
import { MailboxError } from '../../transports/send-error.ts';
import { imapFailures } from '../incoming-metrics.ts';
import { backoff } from './backoff.rules.ts';
import { FolderImport, type FolderImports } from './folder-import.ts';
import { LeaseLostError } from './folder-reader.ts';
import { imapFailure } from './imap-errors.rules.ts';
import type { ImapSession } from './imap-session.ts';
import type { ImapSessions } from './imap-sessions.ts';
import {
  FOLDER,
  forgetFailure,
  noteFailure,
  type LeasedMailbox,
  type RenewedMailbox,
} from './imap.queries.ts';
import type { Reading } from './reading.ts';

/** Wait before a mail of an import that could not be read is tried again. */
const IMPORT_RETRY_MS = 1_000;
/** Time for one statement, or for an access token. */
const STATEMENT_MS = 60_000;

export interface FetcherParts {
  readonly db: Database;
  readonly sessions: ImapSessions;
  /** The reader of folders, and what imports need beside it. */
  readonly imports: FolderImports;
  readonly health: MailboxHealth;
  /** Connections that are made at the same time. */
  readonly connecting: Semaphore;
  readonly logger: Logger;
}

/** Fetches the mails of one mailbox, over one connection after the other, for as long as this process has its lease. */
export class MailboxFetcher {
  readonly #stopped = new AbortController();
  readonly #refusals = new Map<number, number>();
  #connection = new AbortController();
  #seen: Pick<RenewedMailbox, 'transport_version' | 'status'> | null = null;
  #failures = 0;
  #isWaiting = false;
  #session: ImapSession | null = null;
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
    if (has_import) this.#session?.wake();
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
    const timer = setTimeout(() => this.#session?.destroy(), this.parts.sessions.timings.drain);
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
        if (Date.now() - beganAt >= this.parts.sessions.timings.stable) this.#failures = 0;
        await this.#wait(await this.#failed(error), signal);
      }
    }
  }

  /** One connection, which ends by the signal or a failure. */
  async #connect(signal: AbortSignal): Promise<'over' | 'ended'> {
    const mailbox = await this.parts.db.read(this.#ctx()).one(findMailbox, [this.leased.mailbox_id]);
    if (mailbox?.transport.type !== 'imap_smtp') return 'over';
    this.#seen ??= mailbox;
    // A change between the two would not be noticed.
    if (this.#seen.transport_version < mailbox.transport_version) this.#seen = mailbox;
    const session = await this.parts.connecting.run(async () => {
      signal.throwIfAborted();
      return this.parts.sessions.open(this.#ctx(), mailbox, signal);
    });
    this.#session = session;
    try {
      await this.#read(mailbox, session, signal);
    } finally {
      this.#session = null;
      await session.close();
    }
    return 'ended';
  }

  async #read(mailbox: MailboxRow, session: ImapSession, signal: AbortSignal): Promise<void> {
    const { imports, sessions } = this.parts;
    const { folders } = imports;
    const reading: Reading = {
      ...{ mailbox, session, newCtx: () => this.#ctx() },
      ...{ holderId: this.holderId, folder: FOLDER, refusals: this.#refusals },
    };
    let position = await folders.open(reading);
    await this.#worked(mailbox);
    const past = new FolderImport(imports);
    while (!signal.aborted) {
      session.lookAtNews();
      position = await folders.readNew(reading, position, signal);
      const progress = await past.step(reading, position, signal);
      if (progress === 'more') continue;
      const wait = progress === 'later' ? IMPORT_RETRY_MS : sessions.timings.poll;
      await session.changed(Math.min(wait, sessions.timings.idle), signal);
      if (!isOver(signal)) await session.noop();
    }
  }

  /** One that was disconnected because of its server is connected again. */
  async #worked({ id }: MailboxRow): Promise<void> {
    await this.parts.db.transaction(this.#ctx(), async (tx) => {
      const [forgotten] = await tx.query(forgetFailure, [id]);
      if (forgotten === undefined) return;
      const row = await tx.one(findMailbox, [id]);
      if (row !== undefined) await this.parts.health.worked(tx, row, false);
    });
  }

  /** Milliseconds to wait. */
  async #failed(error: unknown): Promise<number> {
    const failure = imapFailure(error, 'connection');
    this.#failures += 1;
    const code = error instanceof ApiError ? error.code : failure.code;
    imapFailures.inc({ code });
    const mailbox_id = encodeId('mailbox', this.leased.mailbox_id);
    // Servers end connections now and then, and the next one works. What they said at the sign-in may repeat a secret.
    const level = this.#failures === 1 && !failure.needsAdmin ? 'info' : 'warn';
    const cause = error instanceof MailboxError ? { step: failure.step } : { err: error };
    this.parts.logger[level](
      { event: 'imap.failed', mailbox_id, code, failures: this.#failures, ...cause },
      'Cannot fetch the mails of a mailbox',
    );
    if (failure.step === 'authentication' && failure.needsAdmin)
      await this.#disconnect(failure).catch((err: unknown) =>
        this.parts.logger.error(
          { event: 'imap.disconnect.failed', err, mailbox_id },
          'Cannot store that a mailbox is disconnected',
        ),
      );
    return backoff(this.#failures, this.parts.sessions.timings.retry, failure, Math.random());
  }

  async #disconnect(failure: ReturnType<typeof imapFailure>): Promise<void> {
    const { db, health } = this.parts;
    const ctx = this.#ctx();
    const row = await db.read(ctx).one(findMailbox, [this.leased.mailbox_id]);
    if (row === undefined || row.transport_version !== this.#seen?.transport_version) return;
    await db.transaction(ctx, (tx) => tx.query(noteFailure, [row.id]));
    await health.failed(ctx, row, failure);
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

/** Asked again after a wait, which the compiler does not know of. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

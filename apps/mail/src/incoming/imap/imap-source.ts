import type { TenantContext } from '@parley/runtime/context';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import type { MailboxFailure } from '../../transports/send-error.ts';
import type { Fetching, MailConnection, MailSource } from '../fetching/mail-source.ts';
import { imapFailures } from '../incoming-metrics.ts';
import { FolderImport, type FolderImports } from './folder-import.ts';
import { imapFailure } from './imap-errors.rules.ts';
import type { ImapTimings } from './imap-options.ts';
import type { ImapSession } from './imap-session.ts';
import type { ImapSessions } from './imap-sessions.ts';
import { FOLDER } from './imap.queries.ts';

/** Wait before a mail of an import that could not be read is tried again. */
const IMPORT_RETRY_MS = 1_000;

/** The IMAP servers of mailboxes. */
export class ImapSource implements MailSource {
  readonly name = 'imap';

  constructor(
    private readonly sessions: ImapSessions,
    /** The reader of folders, and what imports need beside it. */
    private readonly imports: FolderImports,
  ) {}

  /** Throws `MailboxError`. */
  async open(ctx: TenantContext, mailbox: MailboxRow, signal: AbortSignal): Promise<MailConnection> {
    const session = await this.sessions.open(ctx, mailbox, signal);
    return new ImapConnection(session, this.imports, this.sessions.timings);
  }

  failureOf(error: unknown): MailboxFailure {
    return imapFailure(error, 'connection');
  }

  countFailure(code: string): void {
    imapFailures.inc({ code });
  }
}

/** Reads the inbox over one connection: what arrives, and what is imported. */
class ImapConnection implements MailConnection {
  constructor(
    private readonly session: ImapSession,
    private readonly imports: FolderImports,
    private readonly timings: ImapTimings,
  ) {}

  async fetch(fetching: Fetching, signal: AbortSignal, onWorked: () => Promise<void>): Promise<void> {
    const { session, imports, timings } = this;
    const reading = { ...fetching, session, folder: FOLDER };
    let position = await imports.folders.open(reading);
    await onWorked();
    const past = new FolderImport(imports);
    while (!signal.aborted) {
      session.lookAtNews();
      position = await imports.folders.readNew(reading, position, signal);
      const progress = await past.step(reading, position, signal);
      if (progress === 'more') continue;
      const wait = progress === 'later' ? IMPORT_RETRY_MS : timings.poll;
      await session.changed(Math.min(wait, timings.idle), signal);
      if (!isOver(signal)) await session.noop();
    }
  }

  wake(): void {
    this.session.wake();
  }

  destroy(): void {
    this.session.destroy();
  }

  async close(): Promise<void> {
    await this.session.close();
  }
}

/** Asked again after a wait, which the compiler does not know of. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

import { ImapFlow, type FetchMessageObject } from 'imapflow';
import { withTimeout } from '@parley/runtime/async';
import { IMAP_PORTS } from '@parley/contracts';
import { MailboxError, mailboxFailure, type Step } from '../../transports/send-error.ts';
import { guardedTransport } from './guarded-socket.ts';
import { imapFailure, isRefusal } from './imap-errors.rules.ts';
import type { ImapOptions } from './imap-options.ts';

/** Bytes of one request for a part of a mail: so much of each mail is in memory. */
const CHUNK_BYTES = 256 * 1024;
/** A server may send a mail as a whole although it was asked for a part; and what is around it. */
const FRAME_BYTES = 64 * 1024;
const LINE_BYTES = 256 * 1024;
const TOKENS_MAX = 20_000;
/** Mails of one look at a folder; the next look finds the rest. */
const LISTED_MAX = 5_000;
/** Longer fields are those of no ordinary mail, which is read in a worker alone. */
const HEAD_MAX = 16_384;
const IDENTIFYING = ['Message-ID', 'Date', 'From', 'Subject'];
const LOGOUT_MS = 2_000;
const CHECK_MS = 25_000;

/** A mail in the open folder. */
export interface FoundMail {
  readonly uid: number;
  /** Bytes, as the server says. */
  readonly size: number;
  readonly receivedAt: Date | null;
}

/** A connection to an IMAP server that is signed in (RFC 9051). It never ends what it waits for in silence: each wait has a deadline. */
export class ImapSession {
  readonly #client: ImapFlow;
  readonly #options: ImapOptions;
  /** Why the connection has ended: what waits for an answer is told only that it has. */
  #error: Error | null = null;
  #hasNews = false;
  #onNews = () => {};

  private constructor(options: ImapOptions, client: ImapFlow) {
    this.#options = options;
    this.#client = client;
    client.on('error', (error) => (this.#error = error));
    client.on('exists', () => this.#noteNews());
    client.on('close', () => this.#noteNews());
  }

  /** Connects and signs in. Plain text and other ports are for addresses that the operator names. Throws {@link MailboxError}. */
  static async open(options: ImapOptions, signal?: AbortSignal): Promise<ImapSession> {
    const { guard, host, port, security, timings } = options;
    const listedOnly = security === 'none' || !IMAP_PORTS.includes(port);
    let step: Step = 'connection';
    try {
      const socket = await guard.connect({ host, port, listedOnly, timeoutMs: timings.connect, signal });
      const client = new ImapFlow(clientOptions(options, guardedTransport(socket, options)));
      const session = new ImapSession(options, client);
      const abort = () => session.destroy();
      signal?.addEventListener('abort', abort, { once: true });
      step = 'authentication';
      try {
        await session.#within(client.connect(), step);
        return session;
      } catch (error) {
        session.destroy();
        socket.destroy();
        throw error;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw new MailboxError(imapFailure(error, step, Object.values(options.secret)), error);
    }
  }

  /** What the server tells of the folder, which is opened for reading alone unless mails are to be deleted (sections 6.3.2, 6.3.3). */
  async openFolder(
    folder: string,
    { readOnly = true } = {},
  ): Promise<{ uidValidity: number; uidNext: number }> {
    const { uidValidity, uidNext } = await this.#do(this.#client.mailboxOpen(folder, { readOnly }));
    // The next UID is no required answer of older servers (RFC 3501 section 6.3.1).
    const next = uidNext > 0 ? uidNext : (await this.#lastUid()) + 1;
    return { uidValidity: Number(uidValidity), uidNext: next };
  }

  /** The UIDVALIDITY of the open folder at present. */
  get uidValidity(): number {
    const { mailbox } = this.#client;
    return mailbox === false ? 0 : Number(mailbox.uidValidity);
  }

  /**
   * The first mails after a UID, in the order of their UIDs. The range `n:*` includes the last mail also if its UID is lower than n, since
   * the order of its ends is of no meaning (section 9, seq-range).
   */
  async mailsAfter(uid: number): Promise<FoundMail[]> {
    const { mailbox } = this.#client;
    try {
      return await this.#list(uid);
    } catch (error) {
      // Nothing is the last mail of an empty folder, and some servers refuse the range then.
      if (isRefusal(error) && mailbox !== false && mailbox.exists === 0) return [];
      throw error;
    }
  }

  async #list(uid: number): Promise<FoundMail[]> {
    const query = { uid: true, size: true, internalDate: true };
    const rows = this.#client.fetch(`${uid + 1}:*`, query, { uid: true });
    const found = new Map<number, FoundMail>();
    for (;;) {
      const { done, value } = await this.#do(rows.next());
      if (done === true || typeof value !== 'object') break;
      if (value.uid > uid && value.size !== undefined) found.set(value.uid, foundOf(value));
      // A server in which there is more than fits is read in parts; none decides how much memory that takes.
      if (found.size >= 2 * LISTED_MAX)
        for (const { uid: later } of inOrder(found).slice(LISTED_MAX)) found.delete(later);
    }
    return inOrder(found).slice(0, LISTED_MAX);
  }

  /** The fields by which mails are told from one another, as they are in their heads, by UID. Those that are gone, or are no ordinary mails, have none. */
  async headsOf(uids: readonly number[]): Promise<Map<number, Buffer>> {
    const query = { uid: true, headers: [...IDENTIFYING] };
    const rows = this.#client.fetch(uids.join(','), query, { uid: true });
    const heads = new Map<number, Buffer>();
    for (;;) {
      const { done, value } = await this.#do(rows.next());
      if (done === true || typeof value !== 'object') return heads;
      if (value.headers !== undefined && value.headers.length <= HEAD_MAX)
        heads.set(value.uid, value.headers);
    }
  }

  /** Whether the server has told of something new that nobody has looked at. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** What is new until now is about to be looked at. */
  lookAtNews(): void {
    this.#hasNews = false;
  }

  /** Ends a wait for something new. */
  wake(): void {
    this.#noteNews();
  }

  /** Whether it can still ask for something. */
  get isUsable(): boolean {
    return this.#client.usable;
  }

  /**
   * The bytes of a mail, in parts, without marking it as seen (BODY.PEEK, section 6.4.5). The size that the server tells is no measure,
   * since some count line ends otherwise: it ends where nothing more comes. Nothing at all if the mail is gone.
   */
  async *bytesOf({ uid, size }: FoundMail): AsyncGenerator<Buffer, void, undefined> {
    const maxLength = Math.min(CHUNK_BYTES, this.#options.sizeMax);
    for (let start = 0; ;) {
      const query = { uid: true, source: { start, maxLength } };
      const row = await this.#do(this.#client.fetchOne(String(uid), query, { uid: true }));
      if (row === false && start > 0) throw new MailboxError(mailboxFailure('connection_lost', 'connection'));
      const part = row === false ? undefined : row.source;
      if (part === undefined || part.length === 0) return;
      yield part;
      start += part.length;
      // Some servers ignore that a part was asked for, and send all of it.
      if (part.length > maxLength || (part.length < maxLength && start >= size)) return;
    }
  }

  /** Deletes a mail; only it, where the server can (UID EXPUNGE, RFC 4315 section 2.1), else it is marked as deleted. */
  async remove(uid: number): Promise<boolean> {
    const options = { uid: true };
    const { capabilities } = this.#client;
    const canExpunge = capabilities.has('UIDPLUS') || capabilities.has('IMAP4rev2');
    return canExpunge
      ? this.#do(this.#client.messageDelete(String(uid), options))
      : this.#do(this.#client.messageFlagsAdd(String(uid), ['\\Deleted'], options));
  }

  /** Waits until the server tells of something new (IDLE, RFC 2177), so many milliseconds have passed, or the signal ends it. */
  async changed(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasNews && this.#client.usable && !signal.aborted) {
      // It ends with the next command. A server that refuses it is asked again after the time.
      void this.#client.idle().catch(() => undefined);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#onNews = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#onNews, { once: true });
      });
      signal.removeEventListener('abort', this.#onNews);
    }
    this.#hasNews = false;
    if (!this.#client.usable) throw new MailboxError(mailboxFailure('connection_lost', 'connection'));
  }

  /** Lets the server tell what is new: a connection that is lost without a sign is found by it. */
  async noop(): Promise<void> {
    await this.#do(this.#client.noop());
  }

  async close(): Promise<void> {
    if (this.#client.usable)
      await withTimeout(this.#client.logout(), LOGOUT_MS, () => undefined).catch(() => undefined);
    this.destroy();
  }

  destroy(): void {
    this.#client.close();
  }

  async #lastUid(): Promise<number> {
    const last = await this.#do(this.#client.fetchOne('*', { uid: true }));
    return last === false ? 0 : last.uid;
  }

  #noteNews(): void {
    this.#hasNews = true;
    this.#onNews();
  }

  async #do<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.#within(work, 'connection');
    } catch (error) {
      throw this.#error ?? error;
    }
  }

  /** A connection that does not answer in time is of no more use. */
  #within<T>(work: Promise<T>, step: Step): Promise<T> {
    return withTimeout(work, this.#options.timings.command, () => {
      this.destroy();
      throw new MailboxError(mailboxFailure('timeout', step));
    });
  }
}

/** What is wrong with receiving, or null. */
export async function checkReceiving(options: ImapOptions, signal: AbortSignal) {
  const within = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
  try {
    const session = await ImapSession.open(options, within);
    try {
      await session.openFolder('INBOX');
    } finally {
      await session.close();
    }
    return null;
  } catch (error) {
    if (within.aborted) return mailboxFailure('timeout', 'connection');
    return imapFailure(error, 'connection');
  }
}

function clientOptions(options: ImapOptions, transport: ReturnType<typeof guardedTransport>) {
  const { host, port, security, username, secret, sizeMax, timings } = options;
  return {
    ...{ host, port, transport, secure: security === 'tls', doSTARTTLS: security === 'starttls' },
    auth: 'password' in secret ? { user: username, pass: secret.password } : { user: username, ...secret },
    clientInfo: { name: 'Parley' },
    // Its log would have what others write.
    logger: false as const,
    connectionTimeout: timings.connect,
    greetingTimeout: timings.connect,
    socketTimeout: socketTimeoutOf(timings),
    disableAutoIdle: true,
    maxIdleTime: timings.idle,
    // Bytes that unfold to many more, and a second form of each mail.
    disableCompression: true,
    disableBinary: true,
    maxLineLength: LINE_BYTES,
    maxLiteralSize: sizeMax,
    maxResponseSize: sizeMax + FRAME_BYTES + LINE_BYTES,
    maxResponseTokens: TOKENS_MAX,
  };
}

/**
 * Milliseconds without a byte. A server that is asked too often names a time, for which the client waits half of these before it tells: less
 * than a command may take.
 */
const socketTimeoutOf = ({ command, poll, idle }: ImapOptions['timings']): number =>
  Math.min(command + Math.min(poll, idle), 1.75 * command);

const inOrder = (found: ReadonlyMap<number, FoundMail>): FoundMail[] =>
  [...found.values()].toSorted((one, other) => one.uid - other.uid);

function foundOf({ uid, size = 0, internalDate }: FetchMessageObject): FoundMail {
  const date = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return { uid, size, receivedAt: Number.isNaN(date) ? null : new Date(date) };
}

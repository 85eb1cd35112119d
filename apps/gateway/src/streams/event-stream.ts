import type { ServerResponse } from 'node:http';
import { passes, type LogFilter, type ReadEvent, type Tenant } from '@parley/contracts';

// Lines of Server-Sent Events (WHATWG HTML, section 9.2).

/** Tells the client where it is, without an event: it reconnects from there. */
const positionMessage = (position: string): string => `id: ${position}\n\n`;

/** A line that clients ignore. */
const HEARTBEAT = ':\n\n';

/** Tells the client how long to wait until it connects again, in milliseconds. */
const retryMessage = (ms: number): string => `retry: ${Math.round(ms)}\n\n`;

/** Who is in a conversation, without a position: it is told once, and read from no log. */
export const presenceMessage = (presence: object): string =>
  `event: presence\ndata: ${JSON.stringify(presence)}\n\n`;

/** An event that is sent to several streams as the same bytes. */
export class OutgoingEvent {
  #message: Buffer | undefined;

  constructor(readonly read: ReadEvent) {}

  get message(): Buffer {
    // JSON escapes line ends: the data is one line.
    return (this.#message ??= Buffer.from(`id: ${this.read.position}\ndata: ${this.read.body}\n\n`));
  }
}

export interface EventStreamOptions {
  tenant: Tenant;
  position: string;
  /** Whether the position is the end of the log: there is nothing to catch up with. */
  isAtEnd: boolean;
  /** What the client wants of what its credential may read. */
  filter: LogFilter;
  wantsPresence: boolean;
  bufferMax: number;
}

/** Clients that a slow start or a drain disconnects together come back apart. */
const RETRY_MS = 1_000;

/** How long a client may take for the end of its stream. */
const END_MAX_MS = 2_000;

export class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';
  constructor() {
    super('The reader is too slow.');
  }
}

/** One open response. It knows the position up to which it was sent everything, in the order of the log. */
export class EventStream {
  readonly tenant: Tenant;
  #position: string;
  /** The last position that the client was told. */
  #told: string;

  constructor(
    private readonly response: ServerResponse,
    private readonly options: EventStreamOptions,
  ) {
    this.tenant = options.tenant;
    this.#position = options.position;
    this.#told = options.position;
    // A client may leave at any time; what was being written then is of no interest.
    response.on('error', () => undefined);
    // A client that is cut off before the first event resumes here, too.
    response.write(retryMessage(RETRY_MS * (1 + Math.random())) + positionMessage(options.position));
  }

  get position(): string {
    return this.#position;
  }

  /** Whether the stream began at the end of the log. */
  get isAtEnd(): boolean {
    return this.options.isAtEnd;
  }

  get filter(): LogFilter {
    return this.options.filter;
  }

  get wantsPresence(): boolean {
    return this.options.wantsPresence;
  }

  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /** Sends the matching events, and is then at `position`; `false` if the reader is too slow or gone: it is at the last event sent. */
  receive(events: readonly OutgoingEvent[], position: string): boolean {
    for (const event of events) {
      if (event.read.position <= this.#position) continue;
      if (!this.isOpen || this.response.writableLength > this.options.bufferMax) return false;
      if (passes(this.filter, event.read)) {
        this.response.write(event.message);
        this.#told = event.read.position;
      }
      this.#position = event.read.position;
    }
    if (position > this.#position) this.#position = position;
    return true;
  }

  /** Sends messages without a position to a client that wants them; one that is too slow for them gets the next. */
  tell(messages: readonly string[]): void {
    if (!this.wantsPresence) return;
    for (const message of messages)
      if (this.isOpen && this.response.writableLength <= this.options.bufferMax) this.response.write(message);
  }

  /** Resolves when nothing waits for the reader; rejects if that takes longer than `timeoutMs`. */
  async drained(timeoutMs: number): Promise<void> {
    if (!this.response.writableNeedDrain) return;
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(timer);
        this.response.off('drain', settle).off('close', settle);
        if (error === undefined) resolve();
        else reject(error);
      };
      const timer = setTimeout(() => settle(new SlowReaderError()), timeoutMs).unref();
      this.response.once('drain', settle).once('close', settle);
    });
  }

  /** Keeps the connection open, and the position of the client up to date if its filters match nothing. */
  heartbeat(): void {
    if (!this.isOpen || this.response.writableNeedDrain) return;
    this.response.write(
      this.#told === this.#position ? HEARTBEAT : HEARTBEAT + positionMessage(this.#position),
    );
    this.#told = this.#position;
  }

  /** Ends it; the client connects again after up to `spreadMs`, and one that does not take what waits for it is disconnected. */
  end(spreadMs: number): void {
    if (!this.isOpen) return;
    this.response.end(retryMessage(RETRY_MS + Math.random() * spreadMs));
    const timer = setTimeout(() => this.response.destroy(), END_MAX_MS).unref();
    this.response.once('close', () => clearTimeout(timer));
  }

  /** Ends it for a client that may not receive anything any more: what waits for it is dropped with its connection. */
  revoke(): void {
    if (this.response.writableLength > 0) this.response.destroy();
    else this.response.end();
  }

  destroy(): void {
    this.response.destroy();
  }
}

import type { Readable } from 'node:stream';
import { formatDuration, formatSize } from '@parley/contracts';
import { malformed } from './read-parts.ts';

export interface Pace {
  readonly timeoutMs: number;
  /** 0 demands nothing. */
  readonly bytesPerSecond: number;
  /** Time for which a client may be slower, in milliseconds. Default: 10 s. */
  readonly graceMs?: number;
  /** Default: 1 s. */
  readonly tickMs?: number;
}

/** Ends the upload of a client that is too slow: every one that runs holds a connection and a slot. */
export class UploadClock {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #began = performance.now();
  #bytes = 0;
  /** Time for which the upload waited for the client and not for the storage. */
  #waitedMs = 0;

  constructor(
    private readonly body: Readable,
    private readonly pace: Pace,
  ) {
    body.on('data', this.#count);
    this.#timer = setInterval(() => this.#check(), pace.tickMs ?? 1_000);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.body.off('data', this.#count);
  }

  readonly #count = ({ length }: Buffer): void => {
    this.#bytes += length;
  };

  #check(): void {
    const { timeoutMs, bytesPerSecond, graceMs = 10_000, tickMs = 1_000 } = this.pace;
    // What is here already waits for the storage.
    if (!this.body.isPaused() && this.body.readableLength === 0) this.#waitedMs += tickMs;
    const isSlow = this.#waitedMs > graceMs && this.#bytes < (this.#waitedMs / 1_000) * bytesPerSecond;
    if (performance.now() - this.#began >= timeoutMs)
      this.#end(`The form did not arrive within ${formatDuration(timeoutMs)}.`);
    else if (isSlow) this.#end(`The form arrived at less than ${formatSize(bytesPerSecond)} a second.`);
  }

  #end(message: string): void {
    this.stop();
    this.#controller.abort(malformed(message));
  }
}

import { StringDecoder } from 'node:string_decoder';
import type { Socket } from 'node:net';

const LENGTH_DIGITS_MAX = 10;
const BATCH_MAX = 65_536;

/** The message is not JSON or too long. The connection stays usable. */
export class UnsendableMessageError extends Error {
  override readonly name = 'UnsendableMessageError';
}

export interface FrameOptions {
  frameLimit: number;
  /** Stop reading while the peer does not read. On both sides this would deadlock two peers with full buffers. */
  pauseReads: boolean;
  /** Whatever it throws destroys the connection: a peer that breaks the protocol gets no second chance. */
  onMessage: (message: unknown) => void;
  /** Called once, with the error that closed the connection if there was one. */
  onClose: (cause?: Error) => void;
}

/** JSON messages on a socket, framed as `<length in characters>#<json>`. */
export class FrameSocket {
  readonly #decoder = new StringDecoder();
  #received = '';
  #expected: number | null = null;
  #outgoing = '';
  /** Longest frame in either direction, in characters. */
  frameLimit: number;

  constructor(
    readonly socket: Socket,
    private readonly options: FrameOptions,
  ) {
    this.frameLimit = options.frameLimit;
    // Nagle's algorithm would hold back a small frame until the previous one is acknowledged.
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    let cause: Error | undefined;
    socket.on('error', (error) => (cause = error));
    socket.once('close', () => options.onClose(cause));
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#receive(this.#decoder.write(chunk));
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
  }

  /** Throws {@link UnsendableMessageError}. */
  send(message: unknown): void {
    const text = toJson(message);
    if (text.length > this.frameLimit)
      throw new UnsendableMessageError(`the message has ${text.length} characters`);
    // One write per turn of the event loop: a system call costs more than a small message.
    if (this.#outgoing === '') setImmediate(() => this.#flush());
    this.#outgoing += `${text.length}#${text}`;
    if (this.#outgoing.length > BATCH_MAX) this.#flush();
  }

  /** Closes the connection after everything buffered has been sent. */
  end(): void {
    this.#flush();
    this.socket.end();
  }

  #flush(): void {
    const text = this.#outgoing;
    this.#outgoing = '';
    if (text === '' || !this.socket.writable) return;
    const drained = this.socket.write(text);
    if (drained || !this.options.pauseReads || this.socket.isPaused()) return;
    this.socket.pause();
    this.socket.once('drain', () => this.socket.resume());
  }

  #receive(text: string): void {
    this.#received += text;
    for (;;) {
      this.#expected ??= this.#readLength();
      if (this.#expected === null || this.#received.length < this.#expected) return;
      const frame = this.#received.slice(0, this.#expected);
      this.#received = this.#received.slice(this.#expected);
      this.#expected = null;
      this.options.onMessage(JSON.parse(frame));
    }
  }

  #readLength(): number | null {
    const end = this.#received.indexOf('#');
    const digits = end === -1 ? this.#received : this.#received.slice(0, end);
    if (digits.length > LENGTH_DIGITS_MAX || !/^\d*$/.test(digits)) throw new Error('not a frame');
    if (end === -1) return null;
    const length = Number(digits);
    if (length === 0 || length > this.frameLimit) throw new Error(`a frame of ${length} characters`);
    this.#received = this.#received.slice(end + 1);
    return length;
  }
}

function toJson(message: unknown): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    throw new UnsendableMessageError('the message is not JSON', { cause: error });
  }
}

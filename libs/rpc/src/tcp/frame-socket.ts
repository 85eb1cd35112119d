import { StringDecoder } from 'node:string_decoder';
import type { Socket } from 'node:net';
import { TcpSocket } from '@nestjs/microservices/helpers/tcp-socket.js';

/** Digits of the longest length that anybody may announce. */
const LENGTH_DIGITS = 10;

/** Characters that may wait for the end of the turn. */
const BATCH = 65_536;

/** A message that cannot be sent: no JSON, or too long. The socket is as it was. */
export class UnsendableMessage extends Error {
  override readonly name = 'UnsendableMessage';
}

export interface FrameOptions {
  /** Longest message either way, in characters. */
  limit: number;
  /** Whether to stop reading while the other side does not read. */
  pausesReading: boolean;
}

/**
 * Nest's frames (`<characters>#<json>`) without the faults of its JsonSocket, which finds out about a message that is
 * no JSON or too long only after half of the damage is done, waits politely for a peer that sends garbage, and pauses
 * reading on both sides, so that two peers with much to say to each other wait for ever.
 */
export class FrameSocket extends TcpSocket {
  readonly #decoder = new StringDecoder();
  readonly #options: FrameOptions;
  #received = '';
  #expected: number | null = null;
  #outgoing = '';

  constructor(socket: Socket, options: FrameOptions) {
    super(socket);
    this.#options = options;
    // Small frames follow each other closely: Nagle's algorithm would hold the second one for an acknowledgement.
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
  }

  /** Sends what was said, then says goodbye. */
  override end(): this {
    this.#flush();
    return super.end();
  }

  /** Throws {@link UnsendableMessage}. */
  protected override handleSend(message: unknown): void {
    const text = toJson(message);
    if (text.length > this.#options.limit) throw new UnsendableMessage(`${text.length} characters`);
    // One write for all that is said in one turn of the loop: a system call costs more than a small message.
    if (this.#outgoing === '') setImmediate(() => this.#flush());
    this.#outgoing += `${text.length}#${text}`;
    if (this.#outgoing.length > BATCH) this.#flush();
  }

  protected override handleData(chunk: Buffer | string): void {
    this.#received += typeof chunk === 'string' ? chunk : this.#decoder.write(chunk);
    for (;;) {
      this.#expected ??= this.#readLength();
      if (this.#expected === null || this.#received.length < this.#expected) return;
      const message = this.#received.slice(0, this.#expected);
      this.#received = this.#received.slice(this.#expected);
      this.#expected = null;
      this.emitMessage(message);
    }
  }

  /** Who breaks the frame gets no second chance, and no wait for its FIN. */
  protected override handleDataError(error: unknown): void {
    super.handleDataError(error, { destroy: true });
  }

  #flush(): void {
    const text = this.#outgoing;
    this.#outgoing = '';
    if (text === '' || !this.socket.writable) return;
    const drained = this.socket.write(text);
    if (drained || !this.#options.pausesReading || this.socket.isPaused()) return;
    this.socket.pause();
    this.socket.once('drain', () => this.socket.resume());
  }

  #readLength(): number | null {
    const end = this.#received.indexOf('#');
    const digits = end === -1 ? this.#received : this.#received.slice(0, end);
    if (digits.length > LENGTH_DIGITS || !/^\d*$/.test(digits)) throw new Error('not a frame');
    if (end === -1) return null;
    const length = Number(digits);
    if (length === 0 || length > this.#options.limit) throw new Error(`a frame of ${length} characters`);
    this.#received = this.#received.slice(end + 1);
    return length;
  }
}

function toJson(message: unknown): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    throw new UnsendableMessage('not JSON', { cause: error });
  }
}

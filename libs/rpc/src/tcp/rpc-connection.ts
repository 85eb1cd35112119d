// Not from the package's index, which loads all of its transports: 30 ms instead of 110 ms.
import { ClientTCP } from '@nestjs/microservices/client/client-tcp.js';
import type { TcpSocket } from '@nestjs/microservices/helpers/tcp-socket.js';
import { connect as connectTls } from 'node:tls';
import { Socket, isIP } from 'node:net';
import { ApiError } from '@parley/contracts';
import { FrameSocket, UnsendableMessage } from './frame-socket.ts';
import { LostCall, type OutgoingCall } from './outgoing-call.ts';
import type { MutualTls } from './tls.ts';
import { CALL, DRAIN_NOTICE, PING, type WireReply } from './wire.ts';

/** A connection is asked for a sign of life when it was silent for a beat, and dead after three. */
const BEAT_MS = 2_500;
const SILENT_BEATS = 3;

export interface Target {
  /** As configured; certificates are issued for this name. */
  name: string;
  ip: string;
  port: number;
}

export interface ConnectionOptions {
  connectTimeoutMs: number;
  frameLimit: number;
  tls: MutualTls | undefined;
  /** It was open, and now drains or is gone: no new calls may be given to it. Told once. */
  onUnusable: () => void;
  /** It is gone. Told once. */
  onClosed: () => void;
}

type Settle = (packet: { err?: unknown; response?: WireReply }) => void;

/**
 * One connection of Nest's ClientTCP, used once and never reconnected. Closes the holes of reference 2.4: a call on a
 * broken socket fails instead of being dropped, connecting has a time limit, and a peer that is there but silent, or
 * gone without a FIN, is found out.
 */
export class RpcConnection extends ClientTCP {
  readonly #target: Target;
  readonly #options: ConnectionOptions;
  #state: 'connecting' | 'open' | 'finishing' | 'closed' = 'connecting';
  #lastId = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #fail: (cause: Error) => void = () => undefined;

  constructor(target: Target, options: ConnectionOptions) {
    super({ host: target.ip, port: target.port, ...(options.tls && { tlsOptions: { ...options.tls } }) });
    this.#target = target;
    this.#options = options;
  }

  get usable(): boolean {
    return this.#state === 'open' && this.socket?.netSocket.writable === true;
  }

  /** Calls that wait for their replies. */
  get pending(): number {
    return this.routingMap.size;
  }

  /**
   * Connects and waits until the other side has answered once: it may accept connections and do nothing else, or
   * refuse our certificate, which TLS 1.3 tells only after the handshake (and Nest does not even wait for that).
   * Throws what went wrong.
   */
  async open(): Promise<void> {
    const failed = new Promise<never>((_, reject) => (this.#fail = reject));
    // A busy process may come late to its timers, with the answer already there: it is read before this runs.
    const timer = setTimeout(
      () => setImmediate(() => this.#fail(new Error('no answer in time'))),
      this.#options.connectTimeoutMs,
    );
    try {
      // Nest's promise stays open for ever when the socket closes without an error.
      await Promise.race([failed, this.connect()]);
      const pong = await Promise.race([failed, this.#exchange(PING, null)]);
      if ('refused' in pong) throw new Error('drains');
      this.#state = 'open';
      this.#heartbeat = setInterval(this.#beat(), BEAT_MS).unref();
    } catch (error) {
      this.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The reply to a call. Throws {@link LostCall} when there is none. */
  async request(call: OutgoingCall): Promise<Exclude<WireReply, { refused: true }>> {
    if (!this.usable) throw new LostCall(false);
    const reply = await this.#exchange(CALL, call.packet(), call);
    if ('refused' in reply) throw new LostCall(false);
    return reply;
  }

  /** Takes no more calls, and hangs up as soon as those that wait have their replies. */
  finish(): void {
    if (this.#state === 'closed') return;
    if (this.#state === 'connecting') {
      this.destroy();
      return;
    }
    this.#becomeUnusable('finishing');
    if (this.pending === 0) this.socket?.end();
  }

  /** Hangs up now; what waits for a reply is lost. */
  destroy(): void {
    const socket = this.socket?.netSocket;
    this.handleClose();
    socket?.destroy();
  }

  override createSocket(): TcpSocket {
    const { ip, port, name } = this.#target;
    const socket =
      this.#options.tls === undefined
        ? new Socket()
        : connectTls({
            ...this.#options.tls,
            host: ip,
            port,
            ...(isIP(name) === 0 && { servername: name }),
          });
    return new FrameSocket(socket, { limit: this.#options.frameLimit, pausesReading: false });
  }

  override handleResponse(message: unknown): Promise<void> {
    const { id, response } = message as { id?: unknown; response?: WireReply };
    if (id === DRAIN_NOTICE) this.finish();
    else if (typeof id === 'string' && typeof response === 'object')
      (this.routingMap.get(id) as Settle | undefined)?.({ response });
    return Promise.resolve();
  }

  override handleError(cause: Error | string): void {
    this.#fail(cause instanceof Error ? cause : new Error(cause));
    this.destroy();
  }

  override handleClose(): void {
    if (this.#state === 'closed') return;
    this.#becomeUnusable('closed');
    clearInterval(this.#heartbeat);
    this.#fail(new Error('connection closed'));
    super.handleClose();
    this.#options.onClosed();
  }

  /** Ids need to be unique on this connection only; Nest's 21 random characters cost more than the rest of it. */
  protected override assignPacketId<P extends object>(packet: P): P & { id: string } {
    return Object.assign(packet, { id: String(++this.#lastId) });
  }

  #exchange(pattern: string, data: unknown, call?: OutgoingCall): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      let forget = (): void => undefined;
      const settle: Settle = ({ err, response }) => {
        forget();
        if (response !== undefined) resolve(response);
        else if (err instanceof UnsendableMessage) reject(new ApiError('internal_error', { cause: err }));
        else reject(new LostCall(true, { cause: err }));
        if (this.#state === 'finishing' && this.pending === 0) this.socket?.end();
      };
      if (call !== undefined) call.forget = () => settle({ err: new Error('deadline') });
      forget = this.publish({ pattern, data }, settle);
    });
  }

  #becomeUnusable(state: 'finishing' | 'closed'): void {
    const wasOpen = this.#state === 'open';
    this.#state = state;
    if (wasOpen) this.#options.onUnusable();
  }

  /** What to do at each beat of the heart. Counts beats, not time: a process that was itself asleep loses nothing. */
  #beat(): () => void {
    let [seen, silent] = [-1, 0];
    return () => {
      const read = this.socket?.netSocket.bytesRead ?? 0;
      silent = read === seen ? silent + 1 : 0;
      seen = read;
      if (silent >= SILENT_BEATS) this.destroy();
      else if (silent > 0) this.#exchange(PING, null).catch(() => undefined);
    };
  }
}

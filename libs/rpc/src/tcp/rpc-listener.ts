import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { TcpSocket } from '@nestjs/microservices/helpers/tcp-socket.js';
import { ServerTCP } from '@nestjs/microservices/server/server-tcp.js';
import { ApiError } from '@parley/contracts';
import type { Logger } from '@parley/kernel';
import type { Dispatch } from '../transport.ts';
import { FrameSocket, UnsendableMessage } from './frame-socket.ts';
import type { MutualTls } from './tls.ts';
import { within } from './within.ts';
import { CALL, contextOf, DRAIN_NOTICE, isRequest, isWireCall, PING, type WireReply } from './wire.ts';

/** Callers ask for a sign of life every 2.5 s: who is silent for so long is gone. */
const IDLE_MS = 30_000;
/** How long callers get to hang up by themselves once nothing runs any more. */
const GOODBYE_MS = 1_000;

export interface ListenerOptions {
  host: string;
  port: number;
  frameLimit: number;
  tls: MutualTls | undefined;
}

/** The receiving end of calls by TCP. */
export class RpcListener extends ServerTCP {
  readonly #dispatch: Dispatch;
  readonly #log: Logger;
  readonly #frameLimit: number;
  readonly #peers = new Set<FrameSocket>();
  readonly #running = new Set<Promise<unknown>>();
  #draining = false;

  private constructor(options: ListenerOptions, dispatch: Dispatch, logger: Logger) {
    const { host, port, tls } = options;
    super({
      host,
      port,
      ...(tls === undefined ? {} : { tlsOptions: { ...tls, requestCert: true, rejectUnauthorized: true } }),
    });
    this.#dispatch = dispatch;
    this.#log = logger;
    this.#frameLimit = options.frameLimit;
  }

  /** Listens, or throws why it cannot. */
  static async start(options: ListenerOptions, dispatch: Dispatch, logger: Logger): Promise<RpcListener> {
    const listener = new RpcListener(options, dispatch, logger);
    // Nest tells its callback of two kinds of errors only; after any other it would wait for ever.
    const listening = once(listener.server, 'listening');
    listener.listen(() => undefined);
    await listening;
    return listener;
  }

  address(): { host: string; port: number } {
    const { address, port } = this.server.address() as AddressInfo;
    return { host: address, port };
  }

  /**
   * Takes no more calls, lets those that run finish for `limitMs` at most, and sees their replies off.
   * Nest's `close` destroys the sockets at once, and the replies with them.
   */
  async drain(limitMs: number): Promise<void> {
    this.isManuallyTerminated = true;
    this.#draining = true;
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const peer of this.#peers) peer.sendMessage({ id: DRAIN_NOTICE, isDisposed: true });
    await within(limitMs, Promise.allSettled(this.#running));
    // Callers hang up when they have the notice and all their replies. A call that crossed the notice on its way is
    // refused meanwhile, which tells its caller that it may go elsewhere; a socket closed on it would not.
    if (await within(GOODBYE_MS, closed)) return;
    for (const peer of this.#peers) peer.end();
    await within(GOODBYE_MS, closed);
    this.closeOpenSockets();
  }

  override bindHandler(socket: Socket): void {
    super.bindHandler(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
  }

  /** Replaces Nest's way of answering, which loses a reply that is no JSON, and its caller with it. */
  override async handleMessage(socket: TcpSocket, message: unknown): Promise<void> {
    if (!isRequest(message)) {
      socket.netSocket.destroy();
      return;
    }
    const { id, pattern, data } = message;
    if (pattern === PING) {
      this.#reply(socket, id, this.#draining ? { refused: true } : PONG);
      return;
    }
    if (pattern !== CALL || !isWireCall(data)) {
      socket.netSocket.destroy();
      return;
    }
    if (this.#draining) {
      this.#reply(socket, id, { refused: true });
      return;
    }
    const run = this.#answer(data.procedure, contextOf(data), data.input).then((reply) =>
      this.#reply(socket, id, reply),
    );
    this.#running.add(run);
    await run.finally(() => this.#running.delete(run));
  }

  protected override getSocketInstance(socket: Socket): TcpSocket {
    const peer = new FrameSocket(socket, { limit: this.#frameLimit, pausesReading: true });
    this.#peers.add(peer);
    socket.once('close', () => this.#peers.delete(peer));
    return peer;
  }

  protected override handleError(error: unknown): void {
    this.#log.warn({ err: error }, 'a caller broke the connection or its rules');
  }

  async #answer(...call: Parameters<Dispatch>): Promise<WireReply> {
    try {
      return await this.#dispatch(...call);
    } catch (error) {
      if (error instanceof ApiError) return { error: error.toJSON() };
      this.#log.error({ err: error, request_id: call[1].requestId, procedure: call[0] }, 'dispatch failed');
      return INTERNAL_ERROR;
    }
  }

  #reply(socket: TcpSocket, id: string, response: WireReply): void {
    try {
      socket.sendMessage({ id, response, isDisposed: true });
    } catch (error) {
      if (!(error instanceof UnsendableMessage)) throw error;
      this.#log.error({ err: error }, 'a reply cannot be sent');
      socket.sendMessage({ id, response: INTERNAL_ERROR, isDisposed: true });
    }
  }
}

const PONG: WireReply = { value: null, replayed: false };
const INTERNAL_ERROR: WireReply = { error: new ApiError('internal_error').toJSON() };

import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ApiError, type ServiceName } from '@parley/contracts';
import { FrameSocket } from './frame-socket.ts';
import { isProof } from '../network/proof.ts';
import type { Target } from '../network/instances.ts';
import { AuthenticationError, handshakeProof, newNonce } from './handshake.ts';
import { NoReplyError, type OutgoingCall } from './outgoing-call.ts';
import type { Certificates } from '../network/certificates.ts';
import type { RpcConfig } from './rpc.config.ts';
import * as wire from './wire.ts';

/** A connection that received nothing for one interval is pinged, and after three it is dead. */
const HEARTBEAT_MS = 2_500;
const HEARTBEATS_MISSED_MAX = 3;

export interface ConnectionOptions {
  config: RpcConfig;
  /** The service that the calls are for: the address may meanwhile be that of a process of another one. */
  service: ServiceName;
  /** What the calls are made by; see `contractOf`. */
  contract: () => string;
  /** The connection was open and takes no more calls: it drains or is closed. Called once. */
  onUnusable: () => void;
  /** Called once. */
  onClosed: () => void;
}

type Answer = wire.WireReply | wire.OpenReply | wire.HandshakeReply;

/** One connection to a process of a service, never reopened. A heartbeat detects a peer that hangs or disappeared. */
export class RpcConnection {
  readonly #frames: FrameSocket;
  readonly #pending = new Map<string, (outcome: Answer | Error) => void>();
  #state: 'connecting' | 'open' | 'draining' | 'closed' = 'connecting';
  #lastId = 0;
  #isForeign = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(
    target: Target,
    private readonly options: ConnectionOptions,
  ) {
    this.#frames = new FrameSocket(createSocket(target, options.config.tls), {
      frameLimit: options.config.RPC_FRAME_LIMIT,
      pauseReads: false,
      onMessage: (message) => this.#receive(message as { id?: unknown; response?: unknown }),
      onClose: (cause) => this.#close(cause),
    });
  }

  get usable(): boolean {
    return this.#state === 'open' && this.#frames.socket.writable;
  }

  /** Whether the contract of the peer differs from ours: its release is another one. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /**
   * Waits until both sides have proved their secret, if there is one, and the peer has told its service and contract. Throws
   * what failed.
   * An accepted connection proves nothing: the process may hang, and with TLS 1.3 a client certificate is rejected later.
   */
  async open(): Promise<void> {
    // After a stall of this process the reply may have arrived already: it is read before the immediate runs.
    const timer = setTimeout(
      () => setImmediate(() => this.destroy(new Error('no reply in time'))),
      this.options.config.RPC_CONNECT_TIMEOUT,
    );
    try {
      await this.#authenticate();
      const { contract, service } = this.options;
      const reply = await this.#exchange(wire.OPEN);
      if ('refused' in reply) throw new Error('the process is draining');
      if ('unauthenticated' in reply) throw new AuthenticationError('the service requires a secret');
      if ('service' in reply && reply.service !== service)
        throw new Error(`the process is of the ${reply.service} service`);
      this.#isForeign = !('contract' in reply) || reply.contract !== contract();
      this.#state = 'open';
      this.#startHeartbeat();
    } catch (error) {
      this.destroy(error as Error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The reply to a call. Throws {@link NoReplyError}. */
  async request(call: OutgoingCall): Promise<wire.Reply> {
    if (!this.usable) throw new NoReplyError(false);
    const wasSent = call.isSent;
    call.isSent = true;
    const reply = (await this.#exchange(wire.CALL, call.packet(this.#isForeign), call)) as wire.WireReply;
    if ('refused' in reply) {
      call.isSent = wasSent;
      throw new NoReplyError(false, undefined, reply.refused === 'unsupported');
    }
    return reply;
  }

  /** Takes no more calls and closes when those that are pending have their replies. */
  drain(): void {
    if (this.#state === 'connecting') this.destroy(new Error('the address is no longer known'));
    if (this.#state === 'closed') return;
    this.#becomeUnusable('draining');
    this.#endIfDrained();
  }

  /** Closes immediately; pending calls fail. */
  destroy(cause?: Error): void {
    this.#close(cause);
    this.#frames.socket.destroy();
  }

  async #authenticate(): Promise<void> {
    const { config } = this.options;
    const { role } = config;
    const [secret] = config.secretsOf(role);
    if (secret === undefined) return;
    const callerNonce = newNonce();
    const greeting = await this.#exchange(wire.HELLO, { role, nonce: callerNonce });
    const serverNonce = 'nonce' in greeting ? greeting.nonce : '';
    const exchange = { role, callerNonce, serverNonce };
    const answer = await this.#exchange(wire.PROOF, { proof: handshakeProof('caller', secret, exchange) });
    if ('unauthenticated' in answer) throw new AuthenticationError('the service refuses our secret');
    if (!('proof' in answer) || !isProof(answer.proof, handshakeProof('server', secret, exchange)))
      throw new AuthenticationError('the service does not know our secret');
  }

  #close(cause = new Error('connection closed')): void {
    if (this.#state === 'closed') return;
    this.#becomeUnusable('closed');
    clearInterval(this.#heartbeat);
    for (const settle of this.#pending.values()) settle(new NoReplyError(true, { cause }));
    this.options.onClosed();
  }

  #receive({ id, response }: { id?: unknown; response?: unknown }): void {
    if (id === wire.DRAIN_NOTICE) this.drain();
    else if (typeof id === 'string' && typeof response === 'object')
      this.#pending.get(id)?.(response as Answer);
  }

  #exchange(pattern: string, data?: unknown, call?: OutgoingCall): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = String(++this.#lastId);
      const settle = (outcome: Answer | Error) => {
        if (!this.#pending.delete(id)) return;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
        this.#endIfDrained();
      };
      this.#pending.set(id, settle);
      if (call !== undefined) call.onCancel = () => settle(new NoReplyError(true));
      try {
        this.#frames.send({ id, pattern, data });
      } catch (error) {
        settle(new ApiError('internal_error', { cause: error }));
      }
    });
  }

  #endIfDrained(): void {
    if (this.#state === 'draining' && this.pending === 0) this.#frames.end();
  }

  #becomeUnusable(state: 'draining' | 'closed'): void {
    const wasOpen = this.#state === 'open';
    this.#state = state;
    if (wasOpen) this.options.onUnusable();
  }

  /** Counts intervals, not time: a stall of this process must not close a healthy connection. */
  #startHeartbeat(): void {
    let [seen, missed] = [-1, 0];
    const beat = () => {
      const { bytesRead } = this.#frames.socket;
      missed = bytesRead === seen ? missed + 1 : 0;
      seen = bytesRead;
      if (missed >= HEARTBEATS_MISSED_MAX) this.destroy(new Error('heartbeat missed'));
      else if (missed > 0) this.#exchange(wire.PING).catch(() => undefined);
    };
    this.#heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
  }
}

function createSocket(target: Target, tls: Certificates | undefined) {
  const { ip: host, port } = target;
  return tls === undefined ? connect(port, host) : connectTls({ ...tls.connectOptions(target), host, port });
}

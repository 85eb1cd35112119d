import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@parley/contracts';
import type { HandlerResult } from '@parley/kernel';
import { LostCall, type OutgoingCall } from './outgoing-call.ts';
import { Peer, type PeerOptions } from './peer.ts';
import type { Address } from './rpc.config.ts';
import type { Target } from './rpc-connection.ts';
import { answerOf } from './wire.ts';

/** How often names are looked up: how long a new process waits for its first call. */
const LOOKUP_MS = 5_000;
/** Pause before a call is tried again on the only process there is: a restart takes longer, a lost socket does not. */
const RETRY_PAUSE_MS = 50;

export interface ServiceOptions extends PeerOptions {
  queueLimit: number;
}

/** The IP addresses of a name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

const lookupAll: Lookup = async (host) =>
  isIP(host) === 0 ? (await lookup(host, { all: true })).map((found) => found.address) : [host];

/** All processes of one service that can be found, and the choice among them. */
export class ServicePeers {
  readonly #peers = new Map<string, Peer>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #pending = 0;
  #closed = false;

  constructor(
    private readonly addresses: readonly Address[],
    private readonly options: ServiceOptions,
    private readonly lookup: Lookup = lookupAll,
  ) {}

  /** The answer of one of the processes. Throws `ApiError`. */
  async call(call: OutgoingCall): Promise<HandlerResult> {
    if (this.#closed || this.#pending >= this.options.queueLimit) throw new ApiError('service_unavailable');
    this.#pending += 1;
    try {
      return await call.withinDeadline(() => this.#attempt(call));
    } catch (error) {
      throw error instanceof LostCall ? new ApiError('service_unavailable', { cause: error }) : error;
    } finally {
      this.#pending -= 1;
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const peer of this.#peers.values()) peer.destroy();
  }

  async #attempt(call: OutgoingCall): Promise<HandlerResult> {
    this.#timer ??= setInterval(() => void this.#upToDate(), LOOKUP_MS).unref();
    if (this.#peers.size === 0) await this.#upToDate();
    const peer = this.#pick();
    try {
      return answerOf(await peer.request(call));
    } catch (error) {
      if (!(error instanceof LostCall) || (error.sent && !call.repeatable) || call.expired) throw error;
      return await this.#attemptAgain(call, peer, error.sent);
    }
  }

  async #attemptAgain(call: OutgoingCall, failed: Peer, sent: boolean): Promise<HandlerResult> {
    const peer = this.#pick(failed);
    if (peer === failed) await pause(RETRY_PAUSE_MS);
    if (call.expired) throw new LostCall(sent);
    try {
      return answerOf(await peer.request(call));
    } catch (error) {
      // What is in progress is our own first attempt: to the caller its outcome is unknown, not a mistake.
      const ownAttempt = sent && error instanceof ApiError && error.code === 'idempotency_in_progress';
      throw ownAttempt ? new LostCall(true, { cause: error }) : error;
    }
  }

  /**
   * The less busy of two at random (comparing all would send every caller to the same one). Ejected ones count only
   * when all are: then trying is better than waiting for the next probe.
   */
  #pick(except?: Peer): Peer {
    const all = [...this.#peers.values()];
    const others = all.filter((peer) => peer !== except);
    const healthy = others.filter((peer) => !peer.ejected);
    const candidates = [healthy, others, all].find((group) => group.length > 0) ?? [];
    const first = Math.floor(Math.random() * candidates.length);
    const second = (first + 1 + Math.floor(Math.random() * (candidates.length - 1))) % candidates.length;
    const [one, other] = [candidates[first], candidates[second]];
    if (one === undefined) throw new LostCall(false);
    return other !== undefined && other.pending < one.pending ? other : one;
  }

  #upToDate(): Promise<void> {
    this.#looking ??= this.#lookUp().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Brings the peers up to date with the names. A name that cannot be looked up now keeps the peers it had. */
  async #lookUp(): Promise<void> {
    const found = await Promise.all(this.addresses.map((address) => this.#targetsOf(address)));
    if (this.#closed) return;
    const targets = new Map(found.flat().map((target) => [keyOf(target), target]));
    for (const [key, peer] of this.#peers) {
      if (targets.has(key)) continue;
      this.#peers.delete(key);
      peer.retire();
    }
    for (const [key, target] of targets)
      if (!this.#peers.has(key)) this.#peers.set(key, new Peer(target, this.options));
  }

  async #targetsOf({ host, port }: Address): Promise<Target[]> {
    try {
      return (await this.lookup(host)).map((ip) => ({ name: host, ip, port }));
    } catch (error) {
      this.options.logger.warn({ err: error, host }, 'service name cannot be looked up');
      return [...this.#peers.values()]
        .map((peer) => peer.target)
        .filter((t) => t.name === host && t.port === port);
    }
  }
}

function keyOf({ ip, port }: Target): string {
  return `${ip} ${port}`;
}

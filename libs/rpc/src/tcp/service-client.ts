import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { ApiError, type ErrorCode } from '@parley/contracts';
import type { Context, HandlerResult } from '@parley/kernel';
import { NoReplyError, OutgoingCall } from './outgoing-call.ts';
import type { Address } from './rpc.config.ts';
import type { Target } from './rpc-connection.ts';
import { RetryBudget } from './retry-budget.ts';
import { ServiceInstance, type ClientOptions } from './service-instance.ts';
import { isUnavailable, resultOf, type Reply } from './wire.ts';

/** How often names are resolved, and so how long a new instance may wait for its first call. */
const RESOLVE_MS = 5_000;
/** Delay before a retry on the only instance: enough to reconnect, not for a restart. */
const RETRY_DELAY_MS = 50;

/** What a second attempt says that knows nothing of the first one. */
const UNDECIDED: readonly ErrorCode[] = ['idempotency_in_progress', 'service_unavailable'];

export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) =>
  isIP(host) === 0 ? (await lookup(host, { all: true })).map((found) => found.address) : [host];

/** What `send(procedureId, …)` takes. */
export interface CallData {
  ctx: Context;
  input: unknown;
}

/** Nest's client for one service: finds its instances and balances calls between them. */
export class ServiceClient extends ClientProxy {
  readonly #instances = new Map<string, ServiceInstance>();
  #timer: NodeJS.Timeout | undefined;
  #resolving: Promise<void> | undefined;
  readonly #budget = new RetryBudget();
  #pending = 0;
  #closed = false;

  constructor(
    private readonly addresses: readonly Address[],
    private readonly options: ClientOptions,
    private readonly resolve: Resolve = resolveHost,
  ) {
    super();
  }

  /** How many instances it knows that get calls, and that do not. Empty before the first call or `warmUp()`. */
  get states(): { available?: number; ejected?: number } {
    if (this.#instances.size === 0) return {};
    const ejected = [...this.#instances.values()].filter((instance) => instance.ejected).length;
    return { available: this.#instances.size - ejected, ejected };
  }

  /** Opens a connection to every instance ahead of the first call. Never rejects. */
  async warmUp(): Promise<void> {
    await this.#beginResolving();
    await Promise.all([...this.#instances.values()].map((instance) => instance.warmUp()));
  }

  /** Does nothing: a call opens the connection that it needs. */
  override connect(): Promise<void> {
    return Promise.resolve();
  }

  override close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const instance of this.#instances.values()) instance.destroy();
  }

  override unwrap(): never {
    throw new Error('there is no single connection to unwrap');
  }

  /** What `send()` does, without the Observable, which costs a third more CPU per call. Throws `ApiError`. */
  async call(call: OutgoingCall): Promise<HandlerResult> {
    if (this.#closed || this.#pending >= this.options.config.RPC_QUEUE_LIMIT)
      throw new ApiError('service_unavailable');
    this.#pending += 1;
    try {
      return await call.beforeDeadline(() => this.#attempt(call));
    } catch (error) {
      throw error instanceof NoReplyError ? call.noReply(error) : error;
    } finally {
      this.#pending -= 1;
    }
  }

  protected override publish(
    { pattern, data }: ReadPacket<CallData>,
    callback: (packet: WritePacket<HandlerResult>) => void,
  ): () => void {
    const call = new OutgoingCall(pattern as string, data.ctx, data.input);
    this.call(call).then(
      (response) => callback({ response, isDisposed: true }),
      (err: unknown) => callback({ err }),
    );
    return () => call.cancel();
  }

  /** Events go through the outbox and the message broker. */
  protected override dispatchEvent(): Promise<never> {
    return Promise.reject(new Error('RPC carries no events: see @parley/events'));
  }

  async #attempt(call: OutgoingCall): Promise<HandlerResult> {
    if (this.#instances.size === 0) await this.#beginResolving();
    this.#budget.deposit();
    const instance = this.#pick();
    let reply: Reply;
    try {
      reply = await instance.request(call);
    } catch (error) {
      if (!(error instanceof NoReplyError) || (error.sent && !call.retryable) || call.cancelled) throw error;
      return await this.#retry(call, instance, error);
    }
    const other = isUnavailable(reply) ? this.#alternative(call, instance) : undefined;
    if (other === undefined) return resultOf(reply);
    const second = await other.request(call);
    // The first attempt could not release its key.
    const ownAttempt = 'error' in second && second.error.code === 'idempotency_in_progress';
    return resultOf(ownAttempt ? reply : second);
  }

  /** Another instance for a call that one has answered with `service_unavailable`, if it may be repeated. */
  #alternative(call: OutgoingCall, failed: ServiceInstance): ServiceInstance | undefined {
    if (!call.retryable || call.cancelled || this.#instances.size < 2) return undefined;
    const other = this.#pick(failed);
    return other !== failed && !other.ejected && this.#budget.withdraw() ? other : undefined;
  }

  async #retry(call: OutgoingCall, failed: ServiceInstance, error: NoReplyError): Promise<HandlerResult> {
    const { sent, unsupported } = error;
    const instance = this.#pick(failed, unsupported);
    if (instance === failed && unsupported) throw error;
    if (instance === failed) await delay(RETRY_DELAY_MS);
    if (call.cancelled) throw new NoReplyError(sent);
    try {
      return resultOf(await instance.request(call));
    } catch (error) {
      // The request in progress is our own first attempt, or it may be in progress where nobody can look. Its outcome is
      // unknown, which is no error of the caller.
      const isUnknown = sent && error instanceof ApiError && UNDECIDED.includes(error.code);
      throw isUnknown ? new NoReplyError(true, { cause: error }) : error;
    }
  }

  /**
   * The less busy of two random instances: with the least busy of all, every caller would choose the same one. If all
   * are ejected, a call tries one of them instead of waiting for the next probe.
   * @param supporting whether an instance of our release is needed, if there is one.
   */
  #pick(except?: ServiceInstance, supporting = false): ServiceInstance {
    const all = [...this.#instances.values()];
    const allOthers = all.filter((instance) => instance !== except);
    const similar = supporting ? allOthers.filter(({ isForeign }) => !isForeign) : [];
    const others = similar.length > 0 ? similar : allOthers;
    const healthy = others.filter((instance) => !instance.ejected);
    const candidates = [healthy, others, all].find((group) => group.length > 0) ?? [];
    const first = Math.floor(Math.random() * candidates.length);
    const second = (first + 1 + Math.floor(Math.random() * (candidates.length - 1))) % candidates.length;
    const [one, other] = [candidates[first], candidates[second]];
    if (one === undefined) throw new NoReplyError(false);
    return other !== undefined && other.pending < one.pending ? other : one;
  }

  /** Resolves the names, and from now on regularly. */
  #beginResolving(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#refresh(), RESOLVE_MS).unref();
    return this.#refresh();
  }

  /** Resolves the names again; concurrent callers share one attempt. */
  #refresh(): Promise<void> {
    this.#resolving ??= this.#updateInstances().finally(() => (this.#resolving = undefined));
    return this.#resolving;
  }

  async #updateInstances(): Promise<void> {
    const found = await Promise.all(this.addresses.map((address) => this.#targetsOf(address)));
    if (this.#closed) return;
    const targets = new Map(found.flat().map((target) => [`${target.ip} ${target.port}`, target]));
    for (const [key, instance] of this.#instances) {
      if (targets.has(key)) continue;
      this.#instances.delete(key);
      instance.drain();
    }
    for (const [key, target] of targets)
      if (!this.#instances.has(key)) this.#instances.set(key, new ServiceInstance(target, this.options));
  }

  /** A name that cannot be resolved now keeps its instances. */
  async #targetsOf({ host, port }: Address): Promise<Target[]> {
    try {
      return (await this.resolve(host)).map((ip) => ({ name: host, ip, port }));
    } catch (error) {
      this.options.logger.warn(
        { event: 'rpc.resolve.failed', err: error, host },
        'Cannot resolve service name',
      );
      const known = [...this.#instances.values()].map(({ target }) => target);
      return known.filter((target) => target.name === host && target.port === port);
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { ApiError, type ErrorCode } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import type { HandlerResult } from '@parley/runtime/handlers';
import type { Address } from '@parley/runtime/http';
import { Instances, type Resolve } from '../network/instances.ts';
import { NoReplyError, OutgoingCall } from './outgoing-call.ts';
import { ServiceInstance, type ClientOptions } from './service-instance.ts';
import { isUnavailable, resultOf, type Reply } from './wire.ts';

/** Delay before a retry on the only instance: enough to reconnect, not for a restart. */
const RETRY_DELAY_MS = 50;

/** What a second attempt says that knows nothing of the first one. */
const UNDECIDED: readonly ErrorCode[] = ['idempotency_in_progress', 'service_unavailable'];

/** Retries per call: an outage must not double the load on what is left. */
const RETRY_RATIO = 0.1;
/** Retries that may be made at once after quiet times. */
const RETRY_BURST = 10;

/** Bounds the retries of calls that were answered: one for ten calls. */
export class RetryBudget {
  #tokens = RETRY_BURST;

  deposit(): void {
    if (this.#tokens < RETRY_BURST) this.#tokens += RETRY_RATIO;
  }

  /** Whether a call may be retried now; counts the retry. */
  withdraw(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

interface Attempt<Outcome> {
  readonly instance: ServiceInstance;
  readonly outcome: Outcome;
}

/** Nest's client for one service: finds its instances and balances calls between them. */
export class ServiceClient extends ClientProxy {
  readonly #instances: Instances<ServiceInstance>;
  readonly #budget = new RetryBudget();
  #pending = 0;
  #closed = false;

  constructor(
    addresses: readonly Address[],
    private readonly options: ClientOptions,
    resolve?: Resolve,
  ) {
    super();
    this.#instances = new Instances(addresses, {
      create: (target) => new ServiceInstance(target, options),
      remove: (instance) => instance.drain(),
      logger: options.logger,
      resolve,
    });
  }

  /** How many instances it knows that get calls, and that do not. Empty before the first call or `warmUp()`. */
  get states(): { available?: number; ejected?: number } {
    const { all } = this.#instances;
    if (all.length === 0) return {};
    const ejected = all.filter((instance) => instance.ejected).length;
    return { available: all.length - ejected, ejected };
  }

  /** Opens a connection to every instance ahead of the first call. Never rejects. */
  async warmUp(): Promise<void> {
    await this.#instances.find();
    await Promise.all(this.#instances.all.map((instance) => instance.warmUp()));
  }

  /** Does nothing: a call opens the connection that it needs. */
  override connect(): Promise<void> {
    return Promise.resolve();
  }

  override close(): void {
    this.#closed = true;
    this.#instances.close();
    for (const instance of this.#instances.all) instance.destroy();
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
    { pattern, data }: ReadPacket<{ ctx: Context; input: unknown }>,
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
    if (this.#instances.all.length === 0) await this.#instances.find();
    this.#budget.deposit();
    const tried = new Set<ServiceInstance>();
    const { instance, outcome } = await this.#ask(call, this.#pick(tried), tried);
    if (outcome instanceof NoReplyError) {
      if ((outcome.sent && !call.retryable) || call.cancelled) throw outcome;
      return await this.#retry(call, { instance, outcome }, tried);
    }
    const other = isUnavailable(outcome) ? this.#alternative(call, instance) : undefined;
    if (other === undefined) return resultOf(outcome);
    const second = await other.request(call);
    // The first attempt could not release its key.
    const ownAttempt = 'error' in second && second.error.code === 'idempotency_in_progress';
    return resultOf(ownAttempt ? outcome : second);
  }

  /**
   * Sends a call to an instance, and to one after the other as long as nothing was sent: a cache of names may have several
   * addresses of processes that have ended.
   * @param tried the instances that the call was tried at; added to.
   */
  async #ask(
    call: OutgoingCall,
    first: ServiceInstance,
    tried: Set<ServiceInstance>,
  ): Promise<Attempt<Reply | NoReplyError>> {
    for (let instance = first; ; instance = this.#pick(tried)) {
      try {
        return { instance, outcome: await instance.request(call) };
      } catch (error) {
        if (!(error instanceof NoReplyError)) throw error;
        tried.add(instance);
        const isLast = tried.size >= this.#instances.all.length;
        if (error.sent || error.unsupported || call.cancelled || isLast) return { instance, outcome: error };
      }
    }
  }

  /** Another instance for a call that one has answered with `service_unavailable`, if it may be repeated. */
  #alternative(call: OutgoingCall, failed: ServiceInstance): ServiceInstance | undefined {
    if (!call.retryable || call.cancelled || this.#instances.all.length < 2) return undefined;
    const other = this.#pick(new Set([failed]));
    return other !== failed && !other.ejected && this.#budget.withdraw() ? other : undefined;
  }

  async #retry(
    call: OutgoingCall,
    { instance: failed, outcome }: Attempt<NoReplyError>,
    tried: Set<ServiceInstance>,
  ): Promise<HandlerResult> {
    const { sent, unsupported } = outcome;
    const isLast = tried.size >= this.#instances.all.length;
    const instance = this.#pick(isLast ? new Set([failed]) : tried, unsupported);
    if (instance === failed && unsupported) throw outcome;
    if (instance === failed) await delay(RETRY_DELAY_MS);
    if (call.cancelled) throw new NoReplyError(sent);
    try {
      const { outcome: second } = await this.#ask(call, instance, tried);
      if (second instanceof NoReplyError) throw second;
      return resultOf(second);
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
  #pick(except: ReadonlySet<ServiceInstance>, supporting = false): ServiceInstance {
    const { all } = this.#instances;
    const allOthers = all.filter((instance) => !except.has(instance));
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
}

import type { ServiceName } from '@parley/contracts';
import type { Logger } from '@parley/runtime/logging';
import { Outlier } from './outlier.ts';
import { NoReplyError, type OutgoingCall } from './outgoing-call.ts';
import type { Target } from '../network/instances.ts';
import { RpcConnection } from './rpc-connection.ts';
import type { RpcConfig } from './rpc.config.ts';
import { isFailure, type Reply } from './wire.ts';

/** Delay between probes of an ejected instance: one that refused connections is back in use a second after it has started. */
const PROBE_MIN_MS = 250;
const PROBE_MAX_MS = 1_000;

/** How long no more connections are opened to an instance that is too busy to accept one. */
const NO_GROWTH_MS = 4_000;

export interface ClientOptions {
  config: RpcConfig;
  logger: Logger;
  /** The service that the calls are for. */
  service: ServiceName;
  /** What the calls are made by; see `contractOf`. Computed when it is first needed. */
  contract: () => string;
}

/** One process of a service, with a pool of connections to it. */
export class ServiceInstance {
  readonly #connections = new Set<RpcConnection>();
  #connecting: Promise<RpcConnection> | undefined;
  #ejected = false;
  #failures = 0;
  #noGrowthUntil = 0;
  #probe: NodeJS.Timeout | undefined;
  #closed = false;
  #pending = 0;
  readonly #outlier = new Outlier((ejectedMs) => this.#logOutlier(ejectedMs));

  constructor(
    readonly target: Target,
    private readonly options: ClientOptions,
  ) {}

  get pending(): number {
    return this.#pending;
  }

  /** Whether its contract differs from ours, as far as it is known. */
  get isForeign(): boolean {
    return [...this.#connections].some((connection) => connection.isForeign);
  }

  /** Whether it could not be reached, or failed most of its calls, and gets no calls for now. */
  get ejected(): boolean {
    return this.#ejected || this.#outlier.isEjected;
  }

  /** The reply to a call. Throws {@link NoReplyError}. */
  async request(call: OutgoingCall): Promise<Reply> {
    this.#pending += 1;
    const begun = this.#outlier.begin();
    let failed: boolean | undefined;
    try {
      const connection = this.#leastBusy() ?? (await this.#connect());
      if (call.cancelled) throw new NoReplyError(false);
      const reply = await connection.request(call);
      failed = isFailure(reply);
      return reply;
    } catch (error) {
      // Only of a call that was sent: an instance that cannot be reached is ejected by its connections.
      if (error instanceof NoReplyError && error.sent) failed = true;
      throw error;
    } finally {
      this.#pending -= 1;
      this.#outlier.end(begun, failed);
    }
  }

  /** Opens a connection ahead of the first call; an instance that cannot be reached is ejected. Never rejects. */
  async warmUp(): Promise<void> {
    if (this.#leastBusy() === undefined) await this.#connect().catch(() => undefined);
  }

  /** Takes no more calls and closes its connections when the pending ones have their replies. */
  drain(): void {
    this.#close((connection) => connection.drain());
  }

  destroy(): void {
    this.#close((connection) => connection.destroy());
  }

  #close(end: (connection: RpcConnection) => void): void {
    this.#closed = true;
    clearTimeout(this.#probe);
    for (const connection of [...this.#connections]) end(connection);
  }

  /** An open connection, if there is one. If all are busy, another one is opened for later calls. */
  #leastBusy(): RpcConnection | undefined {
    let best: RpcConnection | undefined;
    for (const connection of this.#connections)
      if (connection.usable && (best === undefined || connection.pending < best.pending)) best = connection;
    const full =
      this.#ejected ||
      this.#connections.size >= this.options.config.RPC_POOL_SIZE ||
      Date.now() < this.#noGrowthUntil;
    if (best !== undefined && best.pending > 0 && !full) this.#connect().catch(() => undefined);
    return best;
  }

  /** Callers share one attempt. If it fails, the instance is ejected. */
  #connect(): Promise<RpcConnection> {
    this.#connecting ??= this.#open().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #open(): Promise<RpcConnection> {
    if (this.#closed) throw new NoReplyError(false);
    const connection = new RpcConnection(this.target, {
      ...this.options,
      onUnusable: () => this.#eject(new Error('connection lost')),
      onClosed: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
    try {
      await connection.open();
    } catch (error) {
      // An instance that still replies on other connections is busy, not down.
      const replies = !this.#ejected && [...this.#connections].some((other) => other.usable);
      if (replies) this.#noGrowthUntil = Date.now() + NO_GROWTH_MS;
      // A process that has not started yet is no reason for a warning, unless a call waits for it.
      else this.#eject((error as Error).cause ?? error, this.#pending === 0 ? 'info' : 'warn');
      throw new NoReplyError(false, { cause: error });
    }
    this.#readmit();
    return connection;
  }

  #eject(err: unknown, level: 'info' | 'warn' = 'warn'): void {
    if (this.#closed) return;
    if (!this.#ejected) this.#log(level, { event: 'rpc.instance.ejected', err }, 'Service instance ejected');
    this.#ejected = true;
    const delay = Math.min(PROBE_MAX_MS, PROBE_MIN_MS * 2 ** this.#failures);
    this.#failures += 1;
    clearTimeout(this.#probe);
    const probe = () => void this.#connect().catch(() => undefined);
    this.#probe = setTimeout(probe, delay * (0.5 + Math.random() / 2)).unref();
  }

  #logOutlier(ejectedMs: number): void {
    const failing = { event: 'rpc.instance.failing', ejected_ms: ejectedMs };
    if (ejectedMs > 0) this.#log('warn', failing, 'Service instance ejected: most of its calls fail');
    else this.#log('info', { event: 'rpc.instance.recovered' }, 'Service instance works again');
  }

  #readmit(): void {
    if (this.#ejected)
      this.#log('info', { event: 'rpc.instance.readmitted' }, 'Service instance is reachable again');
    this.#ejected = false;
    this.#failures = 0;
    clearTimeout(this.#probe);
  }

  #log(level: 'info' | 'warn', fields: object, message: string): void {
    const { name: host, ip, port } = this.target;
    this.options.logger[level]({ ...fields, host, ip, port }, message);
  }
}

import type { Logger } from '@parley/kernel';
import { LostCall, type OutgoingCall } from './outgoing-call.ts';
import { RpcConnection, type ConnectionOptions, type Target } from './rpc-connection.ts';
import type { WireReply } from './wire.ts';

/** Gaps between the probes of an ejected peer; the longest keeps within 10 s of its coming back, with a time-out. */
const FIRST_PROBE_MS = 250;
const LAST_PROBE_MS = 4_000;

export interface PeerOptions extends Omit<ConnectionOptions, 'onUnusable' | 'onClosed'> {
  poolSize: number;
  logger: Logger;
}

/** One process of a service, and the connections to it. */
export class Peer {
  readonly #connections = new Set<RpcConnection>();
  #connecting: Promise<RpcConnection> | undefined;
  #ejected = false;
  #failures = 0;
  #growsFrom = 0;
  #probe: NodeJS.Timeout | undefined;
  #retired = false;
  #pending = 0;

  constructor(
    readonly target: Target,
    private readonly options: PeerOptions,
  ) {}

  /** Calls given to it that have no outcome yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether it is left alone for now, because it could not be reached. */
  get ejected(): boolean {
    return this.#ejected;
  }

  /** The reply to a call. Throws {@link LostCall}. */
  async request(call: OutgoingCall): Promise<Exclude<WireReply, { refused: true }>> {
    this.#pending += 1;
    try {
      const connection = this.#leastBusy() ?? (await this.#connect());
      if (call.expired) throw new LostCall(false);
      return await connection.request(call);
    } finally {
      this.#pending -= 1;
    }
  }

  /** Gives it no more calls, and hangs up when those that run are answered: its address is no longer known. */
  retire(): void {
    this.#retired = true;
    clearTimeout(this.#probe);
    for (const connection of [...this.#connections]) connection.finish();
  }

  /** Hangs up now. */
  destroy(): void {
    this.#retired = true;
    clearTimeout(this.#probe);
    for (const connection of [...this.#connections]) connection.destroy();
  }

  /** An open connection, if there is one; another one is opened for later when all are busy. */
  #leastBusy(): RpcConnection | undefined {
    let best: RpcConnection | undefined;
    for (const connection of this.#connections)
      if (connection.usable && (best === undefined || connection.pending < best.pending)) best = connection;
    const full =
      this.#ejected || this.#connections.size >= this.options.poolSize || Date.now() < this.#growsFrom;
    if (best !== undefined && best.pending > 0 && !full) this.#connect().catch(() => undefined);
    return best;
  }

  /** All who need a connection wait for the same one. Its failure ejects the peer. */
  #connect(): Promise<RpcConnection> {
    this.#connecting ??= this.#open().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #open(): Promise<RpcConnection> {
    if (this.#retired) throw new LostCall(false);
    const connection = new RpcConnection(this.target, {
      ...this.options,
      onUnusable: () => this.#eject(new Error('connection lost')),
      onClosed: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
    try {
      await connection.open();
    } catch (error) {
      // One that answers on its other connections is busy, not gone.
      const answers = !this.#ejected && [...this.#connections].some((other) => other.usable);
      if (answers) this.#growsFrom = Date.now() + LAST_PROBE_MS;
      else this.#eject(error);
      throw new LostCall(false, { cause: error });
    }
    this.#readmit();
    return connection;
  }

  #eject(cause: unknown): void {
    if (this.#retired) return;
    const { name, ip, port } = this.target;
    if (!this.#ejected)
      this.options.logger.warn({ err: cause, host: name, ip, port }, 'service process ejected');
    this.#ejected = true;
    const gap = Math.min(LAST_PROBE_MS, FIRST_PROBE_MS * 2 ** this.#failures);
    this.#failures += 1;
    clearTimeout(this.#probe);
    const probe = () => void this.#connect().catch(() => undefined);
    this.#probe = setTimeout(probe, gap * (0.5 + Math.random() / 2)).unref();
  }

  #readmit(): void {
    const { name, ip, port } = this.target;
    if (this.#ejected) this.options.logger.info({ host: name, ip, port }, 'service process is back');
    this.#ejected = false;
    this.#failures = 0;
    clearTimeout(this.#probe);
  }
}

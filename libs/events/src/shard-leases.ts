import { type TransactionRunner } from '@parley/runtime/context';
import { type Logger } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import { ScheduledJob } from '@parley/runtime/scheduling';
import type { ShardTokens } from './outbox-queue.ts';

/** After this time without a renewal the shards of a relay are given to others. */
const TTL_MS = 6_000;
const RENEW_MS = 1_500;
/** Interval while the relay has more or fewer shards than its part. */
const REBALANCE_MS = 300;
/** So long before the end of its leases a relay publishes nothing more: what it has sent must arrive before. */
const MARGIN_MS = 1_000;
const LEASE = 'select * from lease_shards($1, $2, $3)';
const RELEASE = `with gone as (delete from outbox_relay where id = $1)
  update outbox_lease set relay_id = null where relay_id = $1`;

interface LeaseRow {
  /** `null` in the only row of a relay without shards. */
  shard: number | null;
  token: string | null;
  part: number;
  relays: number;
}

/** The right to publish events of shards, for the time of one batch. */
export interface BatchLease {
  readonly tokens: ShardTokens;
  /** Whether the right still exists. Once it does not, it never does again. */
  readonly isCurrent: () => boolean;
}

/** The shards of one relay, for as long as it renews their leases. Holds no connection and no transaction in between. */
export class ShardLeases {
  readonly #id = newUuid();
  readonly #job: ScheduledJob;
  #tokens: ShardTokens = new Map();
  #renewed: LeaseClock | undefined;
  #part = 0;
  #relays = 1;
  #batch: { lease: BatchLease; end: () => void } | undefined;

  constructor(
    private readonly transactor: TransactionRunner,
    private readonly onGain: () => void,
    logger: Logger,
  ) {
    const options = { name: 'outbox.lease', everyMs: REBALANCE_MS, logger };
    this.#job = new ScheduledJob(() => this.#renewIfDue(), options);
  }

  /** Whether other relays publish events of this service too. */
  get isShared(): boolean {
    return this.#relays > 1;
  }

  start(): void {
    this.#job.start();
    this.#job.run();
  }

  /** Releases all shards, so that other relays can have them at once. */
  async stop(): Promise<void> {
    await this.#job.stop();
    this.#tokens = new Map();
    // The leases end by themselves if there is no database.
    await this.transactor.raw('outbox.release', RELEASE, [this.#id]).catch(() => undefined);
  }

  /** Begins a batch of the shards that this relay keeps. One at a time; it ends by {@link endBatch}. */
  beginBatch(): BatchLease {
    const kept = [...this.#tokens].slice(0, this.#part);
    let isEnded = false;
    const lease = { tokens: new Map(kept), isCurrent: () => !isEnded && this.#isInTime() };
    this.#batch = { lease, end: () => (isEnded = true) };
    return lease;
  }

  endBatch(): void {
    this.#batch = undefined;
    if (this.#tokens.size > this.#part) this.#job.run();
  }

  /** Asks for shards again, because another relay has taken some: publishes none until it knows which. */
  renewLost(): void {
    this.#tokens = new Map();
    this.#job.run();
  }

  async #renewIfDue(): Promise<void> {
    const isBalanced = this.#tokens.size === this.#part;
    if (isBalanced && this.#renewed !== undefined && this.#renewed.elapsedMs() < RENEW_MS) return;
    await this.#renew();
  }

  async #renew(): Promise<void> {
    const sent = new LeaseClock();
    const inUse = this.#batch?.lease.tokens;
    const idle = [...this.#tokens.keys()].filter((shard) => inUse?.has(shard) !== true);
    const rows = await this.transactor.raw<LeaseRow>('outbox.lease', LEASE, [this.#id, TTL_MS, idle]);
    const held = rows.flatMap(({ shard, token }) =>
      shard === null || token === null ? [] : [[shard, token] as const],
    );
    const tokens = new Map(held.toSorted(([a], [b]) => a - b));
    const gained = [...tokens].some(([shard, token]) => this.#tokens.get(shard) !== token);
    // Ended before the renewal, or lost by it: another relay may have published these shards meanwhile.
    const lost = [...(this.#batch?.lease.tokens ?? [])].some(([shard, token]) => tokens.get(shard) !== token);
    if (lost || !this.#isInTime()) this.#batch?.end();
    this.#tokens = tokens;
    this.#renewed = sent;
    this.#part = rows[0]?.part ?? 0;
    this.#relays = rows[0]?.relays ?? 1;
    if (gained) this.onGain();
  }

  #isInTime(): boolean {
    return this.#renewed !== undefined && this.#renewed.elapsedMs() < TTL_MS - MARGIN_MS;
  }
}

/** A moment by both clocks: the monotonic one may stand still while the machine is suspended, and the other may be set. */
class LeaseClock {
  readonly #monotonic = performance.now();
  readonly #wall = Date.now();

  elapsedMs(): number {
    return Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall);
  }
}

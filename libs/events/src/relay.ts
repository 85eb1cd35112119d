import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduledJob, type Logger, type SqlTransaction, type TransactionRunner } from '@parley/kernel';
import { SHARDS, type Envelope } from './envelope.ts';
import type { EventTransport } from './transport.ts';

/** Maximum delay of an event whose wake-up was lost. */
const POLL_MS = 500;
/** Small, because the transaction stays open while subscribers run, and PostgreSQL ends idle ones after a minute. */
const BATCH_SIZE = 50;
/** Debounce window: the events of commits in quick succession share a round, and so need fewer transactions. */
const DEBOUNCE_MS = { normal: 20, busy: 50 };
/** Events per millisecond since the previous round from which the load counts as busy. */
const BUSY_RATE = 0.3;
/** Concurrent batches. Each holds a connection of the service's pool, which requests need too. */
const MAX_CONCURRENCY = 3;
/** First half of the advisory lock keys of relays; the second is schema and shard. */
const LOCK_CLASS = 7_305;

/**
 * Shards with due events, and how many these are, up to a batch. Both this and {@link READ} look at each shard by itself,
 * because PostgreSQL would sort everything that waits to find the first rows of several shards.
 */
export const DUE_SHARDS = `select shard, due.events from generate_series(0, ${SHARDS - 1}) as shards (shard)
  cross join lateral (
    select count(*)::int as events from (
      select from outbox
      where outbox.shard = shards.shard and published_at is null and due_at <= now()
      limit ${BATCH_SIZE}
    ) as first
  ) as due
  where due.events > 0`;
/**
 * A statement of its own before the read, which must see what the previous holder of the lock has marked as published.
 * The marks need not wait for the disk: if a crash loses them, the events are published again, and consumers skip them.
 */
const LOCK = `select shard, set_config('synchronous_commit', 'off', true) from unnest($2::smallint[]) shard
  where pg_try_advisory_xact_lock($1, hashtext(current_schema() || '/' || shard))`;
/** Ordered by the qualified column: the bare name is that of the result, which is text. */
export const READ = `select due.id, due.position::text as position, due.attempts, due.occurred_at, due.envelope
  from unnest($1::smallint[]) as shards (shard)
  cross join lateral (
    select id, position, attempts, occurred_at, envelope from outbox
    where outbox.shard = shards.shard and published_at is null and due_at <= now()
    order by position limit ${BATCH_SIZE}
  ) as due
  order by due.position limit ${BATCH_SIZE}`;
const DONE = `update outbox set published_at = now(), attempts = attempts + 1 where id = any($1::uuid[])`;
const RETRY = `update outbox set attempts = attempts + $3,
    due_at = now() + make_interval(secs => $2::double precision / 1000) where id = $1`;

interface DueShard {
  shard: number;
  events: number;
}

interface OutboxRow {
  id: string;
  position: string;
  attempts: number;
  occurred_at: Date;
  envelope: Omit<Envelope, 'sequence'>;
}

/**
 * Publishes the events of the outbox. It marks rows instead of moving a cursor, which would skip a transaction that
 * commits late. One relay at a time publishes a shard, which keeps the order of each aggregate.
 */
export class Relay {
  readonly #job: ScheduledJob;
  #debounce: Promise<unknown> = Promise.resolve();
  #lastRoundAt = 0;

  constructor(
    private readonly transactor: TransactionRunner,
    private readonly transport: EventTransport,
    logger: Logger,
  ) {
    const options = { name: 'outbox.publish', everyMs: POLL_MS, logger };
    this.#job = new ScheduledJob((signal) => this.#round(signal), options);
  }

  start(): void {
    this.#job.start();
    this.#job.run();
  }

  /** Publishes due events now; called after each commit that wrote events. */
  wake(): void {
    // During an outage of the broker hundreds of commits a second would each retry and hold connections of the pool.
    if (!this.#job.isFailing) this.#job.run();
  }

  /** Stops after the batch that is being published. */
  stop(): Promise<void> {
    return this.#job.stop();
  }

  async #round(signal: AbortSignal): Promise<void> {
    await this.#debounce;
    const sinceLastMs = Date.now() - this.#lastRoundAt;
    this.#lastRoundAt = Date.now();
    const due = await this.transactor.raw<DueShard>('outbox.due', DUE_SHARDS, []);
    this.#debounce = sleep(eventsOf(due) < BUSY_RATE * sinceLastMs ? DEBOUNCE_MS.normal : DEBOUNCE_MS.busy);
    // Waits for all even if one fails: after stop() nothing may still run.
    const results = await Promise.allSettled(groupsOf(due).map((shards) => this.#drain(shards, signal)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #drain(shards: readonly number[], signal: AbortSignal): Promise<void> {
    let published = BATCH_SIZE;
    while (published === BATCH_SIZE && !signal.aborted) {
      published = await this.transactor.rawTransaction((tx) => this.#batch(tx, shards));
    }
  }

  async #batch(tx: SqlTransaction, shards: readonly number[]): Promise<number> {
    const locked = await tx.raw<{ shard: number }>('outbox.lock', LOCK, [LOCK_CLASS, shards]);
    if (locked.length === 0) return 0;
    const rows = await tx.raw<OutboxRow>('outbox.read', READ, [locked.map(({ shard }) => shard)]);
    if (rows.length === 0) return 0;
    const results = await this.transport.publish(
      rows.map(({ envelope, position, attempts, occurred_at: at }) => ({
        envelope: {
          ...envelope,
          // The 19 digits of a bigint, because CloudEvents compares sequences as text.
          sequence: position.padStart(19, '0'),
          recordedtime: at.toISOString(),
        } as Envelope,
        attempts,
      })),
    );
    const done = rows.filter((_, index) => results[index]?.outcome === 'accepted').map((row) => row.id);
    if (done.length > 0) await tx.raw('outbox.done', DONE, [done]);
    for (const [index, row] of rows.entries()) {
      const result = results[index];
      if (result?.outcome === 'retry')
        await tx.raw('outbox.retry', RETRY, [row.id, result.afterMs, result.isOutage === true ? 0 : 1]);
    }
    // Waiting events are not read again before the next round.
    return results.filter(({ outcome }) => outcome !== 'waiting').length;
  }
}

/** Distributes the shards over concurrent batches, no more than the events fill. */
function groupsOf(due: readonly DueShard[]): number[][] {
  const count = Math.min(MAX_CONCURRENCY, Math.ceil(eventsOf(due) / BATCH_SIZE));
  return Array.from({ length: count }, (_, group) =>
    due.filter((_shard, index) => index % count === group).map(({ shard }) => shard),
  ).filter((shards) => shards.length > 0);
}

const eventsOf = (due: readonly DueShard[]): number => due.reduce((sum, { events }) => sum + events, 0);

import { setTimeout as pause } from 'node:timers/promises';
import { ScheduledJob, type Logger, type SqlTransaction, type TransactionRunner } from '@parley/kernel';
import { sequenceOf, type Envelope } from './envelope.ts';
import type { EventTransport } from './transport.ts';

/** Lost hints cost this long at most. */
const POLL_MS = 500;
/** Small: while a slow subscriber works on it, a transaction stays open, and PostgreSQL ends idle ones after a minute. */
const BATCH = 50;
/**
 * Commits that follow each other faster are published together: their events then cost few transactions everywhere. Where
 * so many do that events wait for a processor anyway, more of them.
 */
const PACE_MS = { usual: 20, busy: 50 };
/** Events a millisecond since the round before. */
const BUSY = 0.3;
/**
 * Batches published at a time, when there are as many: few events in one batch cost less than in several. Each holds a
 * connection of the service's pool, which requests need too.
 */
const LANES = 3;
/** First half of the advisory lock keys of relays; the second is schema and shard. */
const LOCK_CLASS = 7_305;

const DUE_SHARDS = `select shard, count(*)::int as events from outbox
  where published_at is null and due_at <= now() group by shard`;
/**
 * Before the read, in a statement of its own: what another relay flagged while it held the lock has to be seen. The
 * flags need not wait for the disk: when PostgreSQL crashes, what lost them is published once more, and inboxes know it.
 */
const LOCK = `select shard, set_config('synchronous_commit', 'off', true) from unnest($2::smallint[]) shard
  where pg_try_advisory_xact_lock($1, hashtext(current_schema() || '/' || shard))`;
/** By the column: the bare name would be that of the result, which is text, and "10" comes before "9". */
const READ = `select id, position::text as position, attempts, envelope from outbox
  where shard = any($1::smallint[]) and published_at is null and due_at <= now()
  order by outbox.position limit ${BATCH}`;
const DONE = `update outbox set published_at = now(), attempts = attempts + 1 where id = any($1::uuid[])`;
const AGAIN = `update outbox set attempts = attempts + $3,
    due_at = now() + make_interval(secs => $2::double precision / 1000) where id = $1`;

interface DueShard {
  shard: number;
  events: number;
}

interface OutboxRow {
  id: string;
  position: string;
  attempts: number;
  envelope: Omit<Envelope, 'sequence'>;
}

/**
 * Publishes what the outbox holds. Rows are flagged, never passed by a cursor: a transaction that commits late would
 * be skipped. One relay at a time publishes a shard, which keeps the events of an aggregate in order.
 */
export class Relay {
  readonly #job: ScheduledJob;
  #pace: Promise<unknown> = Promise.resolve();
  /** When the last round began. */
  #began = 0;

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

  /** Publishes now what is due; called after each commit that wrote events. */
  wake(): void {
    // During an outage of the broker hundreds of commits a second would each retry and hold connections of the pool.
    if (!this.#job.isFailing) this.#job.run();
  }

  /** Stops after the batch that is being published. */
  stop(): Promise<void> {
    return this.#job.stop();
  }

  async #round(signal: AbortSignal): Promise<void> {
    await this.#pace;
    const sinceLast = Date.now() - this.#began;
    this.#began = Date.now();
    const due = await this.transactor.raw<DueShard>('outbox.due', DUE_SHARDS, []);
    this.#pace = pause(eventsOf(due) < BUSY * sinceLast ? PACE_MS.usual : PACE_MS.busy);
    // All of them end before this does, however one fails: stop() promises that nothing goes on.
    const ends = await Promise.allSettled(lanesOf(due).map((shards) => this.#drain(shards, signal)));
    const failed = ends.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #drain(shards: readonly number[], signal: AbortSignal): Promise<void> {
    let published = BATCH;
    while (published === BATCH && !signal.aborted) {
      published = await this.transactor.rawTransaction((tx) => this.#batch(tx, shards));
    }
  }

  async #batch(tx: SqlTransaction, shards: readonly number[]): Promise<number> {
    const locked = await tx.raw<{ shard: number }>('outbox.lock', LOCK, [LOCK_CLASS, shards]);
    if (locked.length === 0) return 0;
    const rows = await tx.raw<OutboxRow>('outbox.read', READ, [locked.map(({ shard }) => shard)]);
    if (rows.length === 0) return 0;
    const results = await this.transport.publish(
      rows.map(({ envelope, position, attempts }) => ({
        envelope: { ...envelope, sequence: sequenceOf(position) } as Envelope,
        attempts,
      })),
    );
    const done = rows.filter((_, index) => results[index]?.outcome === 'accepted').map((row) => row.id);
    if (done.length > 0) await tx.raw('outbox.done', DONE, [done]);
    for (const [index, row] of rows.entries()) {
      const result = results[index];
      if (result?.outcome === 'again')
        await tx.raw('outbox.again', AGAIN, [row.id, result.afterMs, result.outage === true ? 0 : 1]);
    }
    // What waits is not asked for again before the next poll.
    return results.filter(({ outcome }) => outcome !== 'waiting').length;
  }
}

/** The shards of each lane. A shard is in one only: its events keep their order. */
function lanesOf(due: readonly DueShard[]): number[][] {
  const lanes = Math.min(LANES, Math.ceil(eventsOf(due) / BATCH));
  return Array.from({ length: lanes }, (_, lane) =>
    due.filter((_shard, index) => index % lanes === lane).map(({ shard }) => shard),
  ).filter((shards) => shards.length > 0);
}

const eventsOf = (due: readonly DueShard[]): number => due.reduce((sum, { events }) => sum + events, 0);

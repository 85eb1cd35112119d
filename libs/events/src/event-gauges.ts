import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BACKLOG_MAX, getServiceStatus } from '@parley/contracts';
import { TransactionRunner } from '@parley/runtime/context';
import { Handles } from '@parley/runtime/handlers';
import { Every } from '@parley/runtime/scheduling';
import { deadLetters, outboxOldestAge, outboxPending, partitionsAhead } from './event-metrics.ts';

/** Rows of the queue that are counted: more say no more, and take longer. */
const COUNTED_MAX = 100_000;

/** Counts up to `max` rows of the queue: the first in the order of the table are the oldest, or nearly. */
const backlogOf = (
  max: number,
  more = '',
) => `select queue.n as unpublished_events, queue.oldest as oldest_unpublished_at,
  (select count(*)::int from dead_letter where replayed_at is null) as dead_letters${more}
from (select count(*)::int as n, min(occurred_at) as oldest
  from (select occurred_at from outbox_queue limit ${max}) q) queue`;
const BACKLOG = backlogOf(COUNTED_MAX);
const STATUS = backlogOf(BACKLOG_MAX, ', (select count(*)::int from schema_migration) as migrations');

/** Partitions are named by the hour or day in UTC that they begin with. */
const PARTITIONS = `select parent.relname as name, max(right(child.relname, length(child.relname) - length(parent.relname) - 1)) as newest
  from pg_partitioned_table partitioned
  join pg_class parent on parent.oid = partitioned.partrelid
  join pg_inherits on inhparent = parent.oid
  join pg_class child on child.oid = inhrelid
 where parent.relnamespace = current_schema()::regnamespace and child.relname ~ '_[0-9]{8}([0-9]{2})?$'
 group by parent.relname`;

interface Backlog {
  unpublished_events: number;
  oldest_unpublished_at: Date | null;
  dead_letters: number;
}

/** Reads the backlogs of a service every 15 s. Ages grow in between, so that they tell of an outage of the database too. */
export class EventGauges implements OnApplicationBootstrap, OnApplicationShutdown {
  #backlog: Backlog | undefined;
  #partitions: { table: string; endsAt: number }[] = [];
  #remove: (() => void)[] = [];

  constructor(
    private readonly component: string,
    private readonly transactor: TransactionRunner,
  ) {}

  onApplicationBootstrap(): void {
    const { component } = this;
    const gauge = (read: (backlog: Backlog) => number) => () =>
      this.#backlog === undefined ? [] : [{ labels: { component }, value: read(this.#backlog) }];
    this.#remove = [
      outboxPending.observe(gauge((backlog) => backlog.unpublished_events)),
      outboxOldestAge.observe(
        gauge(({ oldest_unpublished_at: at }) =>
          at === null ? 0 : Math.max(0, Date.now() - at.getTime()) / 1000,
        ),
      ),
      deadLetters.observe(gauge((backlog) => backlog.dead_letters)),
      partitionsAhead.observe(() =>
        this.#partitions.map(({ table, endsAt }) => ({
          labels: { component, table },
          value: (endsAt - Date.now()) / 1000,
        })),
      ),
    ];
  }

  onApplicationShutdown(): void {
    for (const remove of this.#remove) remove();
  }

  @Every('15s', 'events.measure', { atStart: true })
  async measure(): Promise<void> {
    const [backlog] = await this.transactor.raw<Backlog>('events.backlog', BACKLOG, []);
    this.#backlog = backlog;
  }

  @Every('5m', 'partitions.measure', { atStart: true })
  async measurePartitions(): Promise<void> {
    const rows = await this.transactor.raw<{ name: string; newest: string }>(
      'partitions.newest',
      PARTITIONS,
      [],
    );
    this.#partitions = rows.map(({ name, newest }) => ({ table: name, endsAt: endOf(newest) }));
  }
}

@Injectable()
export class ServiceStatus {
  constructor(private readonly transactor: TransactionRunner) {}

  @Handles(getServiceStatus)
  async get() {
    const [row] = await this.transactor.raw<Backlog & { migrations: number }>('service.status', STATUS, []);
    if (row === undefined) throw new Error('An aggregate returns a row');
    return { ...row, oldest_unpublished_at: row.oldest_unpublished_at?.toISOString() ?? null };
  }
}

/** The end of the hour `YYYYMMDDHH` or the day `YYYYMMDD`, in epoch milliseconds. */
function endOf(name: string): number {
  const [year, month, day, hour] = [name.slice(0, 4), name.slice(4, 6), name.slice(6, 8), name.slice(8)];
  const begin = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour));
  return begin + (hour === '' ? 24 : 1) * 3_600_000;
}

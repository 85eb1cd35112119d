import { Inject, Injectable } from '@nestjs/common';
import { TransactionRunner } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { deleteInBatches, Every, PRUNE_BATCH, runAllTasks } from '@parley/runtime/scheduling';
import { EventsConfig } from './events.config.ts';

const CREATE = 'select create_event_partitions()';
const DROP = 'select drop_event_partition() as dropped';
/** What no partition could hold is deleted row by row: events of hours without a partition, and foreign ids. */
const STATEMENTS = {
  'outbox.prune_default': `delete from outbox_default where (id, occurred_at) in (
    select id, occurred_at from outbox_default o
     where occurred_at < now() - interval '1 day'
       and not exists (select from outbox_queue q where q.event_id = o.id)
     limit ${PRUNE_BATCH})
    returning 1 as pruned`,
  'processed_event.prune_default': `delete from processed_event_default where (consumer, message_id) in (
    select consumer, message_id from processed_event_default p
     where received_at < now() - interval '7 days'
       and not exists (select from dead_letter d where d.message_id = p.message_id and d.replayed_at is null)
     order by received_at limit ${PRUNE_BATCH})
    returning 1 as pruned`,
} as const;

const EXPIRE = `delete from dead_letter where id in (
    select id from dead_letter where dead_lettered_at < now() - make_interval(secs => $1::double precision / 1000)
     order by dead_lettered_at limit ${PRUNE_BATCH})
    returning replayed_at is null as is_open`;

/** Partitions of published events are kept for a day, those of processed events for a week, longer than any redelivery. */
@Injectable()
export class Pruning {
  constructor(
    private readonly transactor: TransactionRunner,
    private readonly config: EventsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Creates partitions ahead; without one rows are written to a default partition. */
  @Every('10m', 'outbox.partition', { atStart: true })
  async createPartitions(): Promise<void> {
    await this.transactor.raw('outbox.partition', CREATE, []);
  }

  @Every('60s', 'outbox.prune')
  prune(): Promise<void> {
    const statements = Object.entries(STATEMENTS);
    return runAllTasks([
      () => this.#dropPartitions(),
      ...statements.map(
        ([name, text]) =>
          () =>
            deleteInBatches(() => this.transactor.raw(name, text, [])),
      ),
    ]);
  }

  /** Deletes dead letters that are too old to be replayed, and tells how many nobody has replayed. */
  @Every('1h', 'dead_letter.prune', { atStart: true })
  async expireDeadLetters(): Promise<void> {
    let lost = 0;
    await deleteInBatches(async () => {
      const retention = [this.config.DEAD_LETTER_RETENTION];
      const deleted = await this.transactor.raw<{ is_open: boolean }>('dead_letter.prune', EXPIRE, retention);
      lost += deleted.filter(({ is_open: isOpen }) => isOpen).length;
      return deleted;
    });
    if (lost > 0)
      this.logger.error(
        { event: 'dead_letter.expired', count: lost },
        'Deleted dead letters that nobody has replayed',
      );
  }

  async #dropPartitions(): Promise<void> {
    let dropped: string | null | undefined;
    do {
      const [row] = await this.transactor.raw<{ dropped: string | null }>('outbox.prune', DROP, []);
      dropped = row?.dropped;
    } while (typeof dropped === 'string');
  }
}

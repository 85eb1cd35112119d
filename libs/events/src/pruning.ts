import { Inject, Injectable } from '@nestjs/common';
import { deleteInBatches, Every, PRUNE_BATCH, runAllTasks, TransactionRunner } from '@parley/kernel';

/**
 * Published events are kept for a day, for inspection; the records of processed events for longer than any event can be
 * redelivered.
 */
const STATEMENTS = {
  'outbox.prune': `delete from outbox where id in (
    select id from outbox where published_at < now() - interval '1 day' order by published_at limit ${PRUNE_BATCH})
    returning 1 as pruned`,
  'processed_event.prune': `delete from processed_event where (consumer, message_id) in (
    select consumer, message_id from processed_event where received_at < now() - interval '7 days' order by received_at limit ${PRUNE_BATCH})
    returning 1 as pruned`,
} as const;

/** Deletes published events and processed-event records past their retention. */
@Injectable()
export class Pruning {
  constructor(@Inject(TransactionRunner) private readonly transactor: TransactionRunner) {}

  @Every('60s', 'outbox.prune')
  prune(): Promise<void> {
    const statements = Object.entries(STATEMENTS);
    return runAllTasks(
      statements.map(
        ([name, text]) =>
          () =>
            deleteInBatches(() => this.transactor.raw(name, text, [])),
      ),
    );
  }
}

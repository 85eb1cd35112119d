import {
  ScheduledJob,
  runAll,
  PRUNE_BATCH,
  deleteInBatches,
  type Logger,
  type TransactionRunner,
} from '@parley/kernel';

const EVERY_MS = 60_000;

/** Published events stay a day, for inspection. Inbox entries stay longer than any event can be redelivered. */
const STATEMENTS = {
  'outbox.prune': `delete from outbox where id in (
    select id from outbox where published_at < now() - interval '1 day' order by published_at limit ${PRUNE_BATCH})
    returning 1 as pruned`,
  'inbox.prune': `delete from inbox where (consumer, message_id) in (
    select consumer, message_id from inbox where received_at < now() - interval '7 days' order by received_at limit ${PRUNE_BATCH})
    returning 1 as pruned`,
} as const;

/** Removes what nobody needs any more from outbox and inbox. */
export class Pruning extends ScheduledJob {
  constructor(
    private readonly transactor: TransactionRunner,
    logger: Logger,
  ) {
    super(() => this.prune(), { everyMs: EVERY_MS, failureMessage: 'old events stay for now', logger });
  }

  prune(): Promise<void> {
    const statements = Object.entries(STATEMENTS);
    return runAll(
      statements.map(
        ([name, text]) =>
          () =>
            deleteInBatches(() => this.transactor.raw(name, text, [])),
      ),
    );
  }
}

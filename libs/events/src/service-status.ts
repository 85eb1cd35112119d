import { Injectable } from '@nestjs/common';
import { BACKLOG_MAX, getServiceStatus } from '@parley/contracts';
import { TransactionRunner } from '@parley/runtime/context';
import { Handles } from '@parley/runtime/handlers';

/** Reads at most as many rows of the queue as it reports. */
const STATUS = `select
  (select count(*)::int from schema_migration) as migrations,
  queue.n as unpublished_events, queue.oldest as oldest_unpublished_at,
  (select count(*)::int from dead_letter where replayed_at is null) as dead_letters
from (select count(*)::int as n, min(occurred_at) as oldest
  from (select occurred_at from outbox_queue limit ${BACKLOG_MAX}) q) queue`;

interface Row {
  migrations: number;
  unpublished_events: number;
  oldest_unpublished_at: Date | null;
  dead_letters: number;
}

/** What `parley status` shows of this service. */
@Injectable()
export class ServiceStatus {
  constructor(private readonly transactor: TransactionRunner) {}

  @Handles(getServiceStatus)
  async get() {
    const [row] = await this.transactor.raw<Row>('service.status', STATUS, []);
    if (row === undefined) throw new Error('An aggregate returns a row');
    return { ...row, oldest_unpublished_at: row.oldest_unpublished_at?.toISOString() ?? null };
  }
}

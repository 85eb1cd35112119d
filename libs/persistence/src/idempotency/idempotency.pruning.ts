import { Injectable } from '@nestjs/common';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database } from '../transaction/database.ts';
import { pruneExpired } from './idempotency.store.ts';

/** Deletes expired idempotency keys with their responses. */
@Injectable()
export class IdempotencyPruning {
  constructor(private readonly database: Database) {}

  @Every('60s', 'idempotency.prune')
  prune(): Promise<void> {
    return deleteInBatches(() => this.database.system(pruneExpired));
  }
}

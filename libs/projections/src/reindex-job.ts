import { Injectable } from '@nestjs/common';
import { Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { reindexNextContact } from './projections.queries.ts';

/**
 * Rebuilds the search documents of the records of a renamed or deleted contact, if these are too many for the
 * transaction of the subscriber. Several processes may run the job: a lock assigns each contact to one of them. The
 * queue is a table, so it survives a crash.
 */
@Injectable()
export class ReindexJob {
  constructor(private readonly db: Database) {}

  /** Reindexes in batches until the queue holds only contacts that other processes have locked. */
  @Every('500ms', 'search.reindex')
  async reindexAll(signal?: AbortSignal): Promise<void> {
    let more = true;
    while (more && signal?.aborted !== true)
      more = (await this.db.system(reindexNextContact))[0]?.more === true;
  }
}

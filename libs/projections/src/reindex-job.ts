import { Injectable } from '@nestjs/common';
import { Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { reindexNextContact } from './projections.queries.ts';

/**
 * Rebuilds the search words of the records of a changed contact that are too many for its subscriber, in any number of
 * processes: a lock assigns each contact to one. The queue is a table, so it survives a crash.
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

import { Injectable } from '@nestjs/common';
import { Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { reindexNextContact } from './projections.queries.ts';

/** Rebuilds the search words of a contact's records that are too many for the subscriber, from a queue that survives crashes. */
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

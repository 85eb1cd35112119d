import { Inject, Injectable } from '@nestjs/common';
import { Every } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { renewNextWords } from './projections.queries.ts';

/**
 * Rebuilds the search documents of the records of a renamed or deleted contact, if these are too many for the
 * transaction of the subscriber. Several processes may run it: a contact is taken by one. The queue is a table, so it
 * survives a crash.
 */
@Injectable()
export class ReindexJob {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Reindexes in batches until nothing is left that no other process works on. */
  @Every('500ms', 'search.reindex')
  async renewAll(signal?: AbortSignal): Promise<void> {
    let more = true;
    while (more && signal?.aborted !== true) more = (await this.db.system(renewNextWords))[0]?.more === true;
  }
}

import { Injectable } from '@nestjs/common';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { pruneRetiredTags } from './retired-tags.queries.ts';

const DAY_MS = 86_400_000;

/** Forgets former names of tags that no record carries. */
@Injectable()
export class RetiredTags {
  constructor(private readonly db: Database) {}

  @Every('60s', 'tags.retired.prune')
  prune(): Promise<void> {
    return deleteInBatches(() => this.db.system(pruneRetiredTags, [new Date(Date.now() - DAY_MS)]));
  }
}

import { Injectable, Module } from '@nestjs/common';
import { seedContactProjections, type ParsedInput } from '@parley/contracts';
import { inTenant, type Context, type MigrationSource } from '@parley/runtime/context';
import { NO_PHONE, phoneKeys } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { sampleBatch, sampleContact } from '@parley/sample-data';
import { Projections } from './projections.ts';
import { insertSampleContacts } from './projections.queries.ts';
import { ProjectionSubscribers } from './projections.subscribers.ts';
import { RecordNumbers } from './records/record-numbers.ts';
import { ReindexJob } from './reindex-job.ts';

@Injectable()
class SeedContactProjections {
  constructor(private readonly db: Database) {}

  @Handles(seedContactProjections)
  write(ctx: Context, batch: ParsedInput<typeof seedContactProjections>) {
    const contacts = sampleBatch(batch, sampleContact).map((contact) => ({
      ...contact,
      ...(contact.phone === null ? NO_PHONE : phoneKeys(contact.phone, null)),
    }));
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => {
      const inserted = await tx.query(insertSampleContacts, [JSON.stringify(contacts)]);
      return { written: inserted.length };
    });
  }
}

/** Read models of contacts and users, and the reindex queue, for the table of the `record` that `searchMigrations` is of. */
export function projectionsMigrations(record: string): MigrationSource {
  return { name: 'projections', folder: new URL('./migrations/', import.meta.url), names: { record } };
}

/** Projections of contacts and users, for a service that runs {@link projectionsMigrations}. */
@Module({
  providers: [Projections, RecordNumbers, ProjectionSubscribers, SeedContactProjections, ReindexJob],
  exports: [Projections, RecordNumbers],
})
export class ProjectionsModule {}

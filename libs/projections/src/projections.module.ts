import { Module } from '@nestjs/common';
import type { MigrationSource } from '@parley/runtime/context';
import { Projections } from './projections.ts';
import { ProjectionSubscribers } from './projections.subscribers.ts';
import { SeedContactProjections } from './seed-projections.ts';
import { ReindexJob } from './reindex-job.ts';

/**
 * Read models of contacts and users, and the queue of contacts whose records have to be reindexed.
 * @param record the table of the records that belong to a contact, of which `searchMigrations` makes search words.
 */
export function projectionsMigrations(record: string): MigrationSource {
  return { name: 'projections', folder: new URL('./migrations/', import.meta.url), names: { record } };
}

/**
 * Projections of the contacts and users that a service shows and is searched by. The service also runs
 * {@link projectionsMigrations}.
 */
@Module({
  providers: [Projections, ProjectionSubscribers, SeedContactProjections, ReindexJob],
  exports: [Projections],
})
export class ProjectionsModule {}

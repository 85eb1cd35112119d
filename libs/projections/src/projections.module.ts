import { Module } from '@nestjs/common';
import type { MigrationSource } from '@parley/runtime/context';
import { Projections } from './projections.ts';
import { ProjectionSubscribers } from './projections.subscribers.ts';
import { SeedContactProjections } from './seed-projections.ts';
import { ReindexJob } from './reindex-job.ts';

/** Read models of contacts and users, and the reindex queue, for the table of the `record` that `searchMigrations` is of. */
export function projectionsMigrations(record: string): MigrationSource {
  return { name: 'projections', folder: new URL('./migrations/', import.meta.url), names: { record } };
}

/** Projections of contacts and users, for a service that runs {@link projectionsMigrations}. */
@Module({
  providers: [Projections, ProjectionSubscribers, SeedContactProjections, ReindexJob],
  exports: [Projections],
})
export class ProjectionsModule {}

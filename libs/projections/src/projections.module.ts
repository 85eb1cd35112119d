import { Module } from '@nestjs/common';
import type { MigrationSource } from '@parley/kernel';
import { Projections } from './projections.ts';
import { ProjectionSubscribers } from './projections.subscribers.ts';
import { SeedContactProjections } from './seed-projections.ts';
import { ReindexJob } from './reindex-job.ts';

/** Read models of contacts and users, and the queue of contacts whose records have to be reindexed. */
export const projectionsMigrations: MigrationSource = {
  name: 'projections',
  folder: new URL('./migrations/', import.meta.url),
};

/**
 * Projections of the contacts and users that a service shows and is searched by. The service also runs
 * {@link projectionsMigrations}, and has a search table for its records with a contact.
 */
@Module({
  providers: [Projections, ProjectionSubscribers, SeedContactProjections, ReindexJob],
  exports: [Projections],
})
export class ProjectionsModule {}

import { Module } from '@nestjs/common';
import type { MigrationSource } from '@parley/kernel';
import { Projections } from './projections.ts';
import { CopySubscribers } from './projections.subscribers.ts';
import { SeedContactProjections } from './seed-projections.ts';
import { ReindexJob } from './reindex-job.ts';

/** Read models of contacts and users, and the queue of contacts whose records have to be reindexed. */
export const projectionsMigrations: MigrationSource = {
  name: 'projections',
  folder: new URL('./migrations/', import.meta.url),
};

/**
 * The contacts and users that a service shows, and is searched by, kept by events. The service also runs
 * {@link projectionsMigrations}, and has a table of words whose records have a contact.
 */
@Module({
  providers: [Projections, CopySubscribers, SeedContactProjections, ReindexJob],
  exports: [Projections],
})
export class ProjectionsModule {}

import { Module } from '@nestjs/common';
import { Copies } from './copies.ts';
import { CopySubscribers } from './copies.subscribers.ts';
import { SeedCopies } from './seed-copies.ts';

/** The contacts and users that a service shows, kept by events. The service also runs {@link CopiesMigration}. */
@Module({ providers: [Copies, CopySubscribers, SeedCopies], exports: [Copies] })
export class CopiesModule {}

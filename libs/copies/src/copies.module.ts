import { Module } from '@nestjs/common';
import { Copies } from './copies.ts';
import { CopySubscribers } from './copies.subscribers.ts';
import { SeedCopies } from './seed-copies.ts';
import { WordRenewal } from './word-renewal.ts';

/**
 * The contacts and users that a service shows, and is searched by, kept by events. The service also runs
 * {@link CopiesMigration}, and has a table of words whose records have a contact.
 */
@Module({ providers: [Copies, CopySubscribers, SeedCopies, WordRenewal], exports: [Copies] })
export class CopiesModule {}

import { Module } from '@nestjs/common';
import { EventsMigration, EventsModule } from '@parley/events';
import { PersistenceModule, SearchMigration } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { ContactRow } from './contacts/contact.entity.ts';
import { Contacts } from './contacts/contacts.handlers.ts';
import { Contact1700000001000 } from './migrations/1700000001000-contact.ts';
import { ContactSearch1700000003100 } from './migrations/1700000003100-contact-search.ts';
import { SeedContacts } from './seed/seed.handlers.ts';

/** Contacts: the people who write to a workspace. */
@Module({
  imports: [
    PersistenceModule.forService({
      service: 'contact',
      entities: [ContactRow],
      migrations: [EventsMigration, Contact1700000001000, SearchMigration, ContactSearch1700000003100],
    }),
    EventsModule.forService('contact'),
    RpcModule.forService('contact'),
  ],
  providers: [Contacts, SeedContacts],
})
export class ContactModule {}

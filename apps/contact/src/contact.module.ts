import { Module } from '@nestjs/common';
import { EventsModule } from '@parley/events';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { contactDatabase } from './contact.database.ts';
import { Contacts } from './contacts/contacts.handlers.ts';
import { PhoneNumbers } from './contacts/phone-numbers.ts';
import { SeedContacts } from './seed/seed.handlers.ts';
import { ContactErasure, ContactErasures } from './contacts/contact-erasure.ts';
import { ContactExport } from './contacts/contact-export.ts';

@Module({
  imports: [
    PersistenceModule.forService(contactDatabase),
    EventsModule.forService('contact'),
    RpcModule.forService('contact'),
  ],
  providers: [
    Contacts,
    PhoneNumbers,
    ContactErasures,
    ContactExport,
    SeedContacts,
    { provide: ServiceErasure, useClass: ContactErasure },
  ],
})
export class ContactModule {}

import { eventsMigrations } from '@parley/events';
import { searchMigrations } from '@parley/lists';
import type { ServiceDatabase } from '@parley/persistence';
import { ContactRow } from './contacts/contact.entity.ts';

export const contactDatabase: ServiceDatabase = {
  service: 'contact',
  entities: [ContactRow],
  migrations: [
    eventsMigrations,
    searchMigrations('contact', [
      'name',
      'email',
      'phone',
      'phone_digits',
      'phone_e164',
      'company',
      'external_id',
      'custom_fields',
    ]),
    { name: 'contact', folder: new URL('./migrations/', import.meta.url) },
  ],
};

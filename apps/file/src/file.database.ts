import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { FileRow } from './files/file.entity.ts';

export const fileDatabase: ServiceDatabase = {
  service: 'file',
  entities: [FileRow],
  migrations: [eventsMigrations, { name: 'file', folder: new URL('./migrations/', import.meta.url) }],
};

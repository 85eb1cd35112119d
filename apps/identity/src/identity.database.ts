import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { IDENTITY_ENTITIES } from './identity.entities.ts';

export const identityDatabase: ServiceDatabase = {
  service: 'identity',
  entities: IDENTITY_ENTITIES,
  migrations: [eventsMigrations, { name: 'identity', folder: new URL('./migrations/', import.meta.url) }],
};

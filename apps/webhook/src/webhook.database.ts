import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { encryptedSecrets } from './webhooks/encrypted-secrets.ts';
import { WebhookRow } from './webhooks/webhook.entity.ts';

export const webhookDatabase: ServiceDatabase = {
  service: 'webhook',
  entities: [WebhookRow],
  encrypted: [encryptedSecrets],
  migrations: [eventsMigrations, { name: 'webhook', folder: new URL('./migrations/', import.meta.url) }],
};

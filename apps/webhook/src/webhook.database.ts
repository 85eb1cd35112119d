import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { WebhookRow } from './webhooks/webhook.entity.ts';

export const webhookDatabase: ServiceDatabase = {
  service: 'webhook',
  entities: [WebhookRow],
  migrations: [eventsMigrations, { name: 'webhook', folder: new URL('./migrations/', import.meta.url) }],
};

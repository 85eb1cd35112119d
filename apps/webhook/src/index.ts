export { webhookDatabase } from './webhook.database.ts';
export { WebhookConfig } from './webhook.config.ts';
export { WebhookModule } from './webhook.module.ts';

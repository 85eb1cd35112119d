import type { ServiceDefinition } from '@parley/runtime/service';
import { WebhookConfig } from './webhook.config.ts';
import { webhookDatabase } from './webhook.database.ts';
import { WebhookModule } from './webhook.module.ts';

export { WebhookConfig };
export const service: ServiceDefinition = {
  database: webhookDatabase,
  module: WebhookModule,
  configs: [WebhookConfig],
};

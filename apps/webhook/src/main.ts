import { runService } from '@parley/service';
import { WebhookConfig } from './webhook.config.ts';
import { WebhookModule } from './webhook.module.ts';

await runService({ name: 'webhook', module: WebhookModule, configs: [WebhookConfig] });

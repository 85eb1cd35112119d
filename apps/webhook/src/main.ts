import { runService } from '@parley/runtime/service';
import { WebhookConfig } from './webhook.config.ts';
import { WebhookModule } from './webhook.module.ts';

await runService({ name: 'webhook', module: WebhookModule, configs: [WebhookConfig] });

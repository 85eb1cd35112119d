import type { ServiceDefinition } from '@parley/runtime/service';
import { automationDatabase } from './automation.database.ts';
import { AutomationModule } from './automation.module.ts';
import { PushConfig } from './notifications/push/push.config.ts';

export { PushConfig };
export const service: ServiceDefinition = {
  database: automationDatabase,
  module: AutomationModule,
  configs: [PushConfig],
};

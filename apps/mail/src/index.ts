import { FileLinksConfig, UploadLimitsConfig } from '@parley/files';
import type { ServiceDefinition } from '@parley/runtime/service';
import { ProviderConfig } from './incoming/providers/provider.config.ts';
import { ListenerConfig } from './incoming/smtp/listener.config.ts';
import { MailConfig } from './mail.config.ts';
import { mailDatabase } from './mail.database.ts';
import { MailModule } from './mail.module.ts';
import { SystemMailConfig } from './notices/system-mail.config.ts';

export { ListenerConfig, MailConfig, ProviderConfig, SystemMailConfig };
export const service: ServiceDefinition = {
  database: mailDatabase,
  module: MailModule,
  configs: [
    MailConfig,
    ListenerConfig,
    ProviderConfig,
    SystemMailConfig,
    UploadLimitsConfig,
    FileLinksConfig,
  ],
};

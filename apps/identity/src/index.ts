import type { ServiceDefinition } from '@parley/runtime/service';
import { IdentityConfig } from './identity.config.ts';
import { identityDatabase } from './identity.database.ts';
import { IdentityModule } from './identity.module.ts';

export { IdentityConfig };
export const service: ServiceDefinition = {
  database: identityDatabase,
  module: IdentityModule,
  configs: [IdentityConfig],
};

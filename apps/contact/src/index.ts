import type { ServiceDefinition } from '@parley/runtime/service';
import { contactDatabase } from './contact.database.ts';
import { ContactModule } from './contact.module.ts';

export const service: ServiceDefinition = {
  database: contactDatabase,
  module: ContactModule,
  configs: [],
};

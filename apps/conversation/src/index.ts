import { FileLinksConfig } from '@parley/files';
import type { ServiceDefinition } from '@parley/runtime/service';
import { conversationDatabase } from './conversation.database.ts';
import { ConversationModule } from './conversation.module.ts';

export const service: ServiceDefinition = {
  database: conversationDatabase,
  module: ConversationModule,
  configs: [FileLinksConfig],
};

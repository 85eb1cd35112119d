import { FileLinksConfig } from '@parley/files';
import { runService } from '@parley/runtime/service';
import { ConversationModule } from './conversation.module.ts';

await runService({ name: 'conversation', module: ConversationModule, configs: [FileLinksConfig] });

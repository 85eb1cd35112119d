import { runService } from '@parley/runtime/service';
import { ContactModule } from './contact.module.ts';

await runService({ name: 'contact', module: ContactModule, configs: [] });

import { runService } from '@parley/runtime/service';
import { service } from './index.ts';

await runService(service);

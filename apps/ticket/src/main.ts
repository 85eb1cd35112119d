import { runService } from '@parley/runtime/service';
import { TicketConfig } from './ticket.config.ts';
import { TicketModule } from './ticket.module.ts';

await runService({ name: 'ticket', module: TicketModule, configs: [TicketConfig] });

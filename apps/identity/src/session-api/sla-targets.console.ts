import { Injectable } from '@nestjs/common';
import { changeSlaTargets, lookUpSlaTargets, type SlaDurations } from '@parley/contracts';
import { getSlaTargets, updateSlaTargets, type ParsedConsoleInput } from '@parley/contracts/console';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { asTenant } from './as-tenant.ts';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';

@Injectable()
export class SlaTargetsConsole {
  constructor(
    private readonly rpc: Rpc,
    private readonly db: Database,
  ) {}

  @HandlesConsole(getSlaTargets)
  slaTargets(call: ConsoleCall) {
    return this.rpc.call(lookUpSlaTargets, asTenant(call), {});
  }

  @HandlesConsole(updateSlaTargets)
  async setSlaTargets(call: ConsoleCall, { body }: ParsedConsoleInput<typeof updateSlaTargets>) {
    const before = await this.slaTargets(call);
    const after = await this.rpc.call(changeSlaTargets, asTenant(call), body);
    const changed = Object.entries(after).filter(
      ([priority, target]) => before[priority as keyof SlaDurations] !== target,
    );
    if (changed.length > 0) {
      const details = { targets: Object.fromEntries(changed) };
      await this.db.transaction(call.ctx, (tx) =>
        recordAudit(tx, { type: 'workspace.sla_targets_changed', details }),
      );
    }
    return after;
  }
}

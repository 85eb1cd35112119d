import { Injectable } from '@nestjs/common';
import {
  changeSlaTargets,
  lookUpSlaTargets,
  encodeId,
  scopesOfRole,
  type SlaDurations,
} from '@parley/contracts';
import { getSlaTargets, updateSlaTargets, type ParsedConsoleInput } from '@parley/contracts/console';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';
import type { TenantContext } from '@parley/runtime/context';

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

/** A call of the console as a request in live mode, for the handlers of operations of the API. */
function asTenant({ ctx, session }: ConsoleCall): TenantContext {
  const tenant = { workspaceId: ctx.tenant.workspaceId, mode: 'live' } as const;
  const principal = {
    ...tenant,
    kind: 'session',
    credentialId: encodeId('session', session.id),
    userId: encodeId('user', session.user_id),
    role: session.role,
    scopes: scopesOfRole(session.role),
  } as const;
  return { ...ctx, tenant, principal };
}

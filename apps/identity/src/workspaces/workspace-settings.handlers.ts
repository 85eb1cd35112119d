import { Inject, Injectable } from '@nestjs/common';
import { REQUEST_COUNTS, type MinuteUsage, type RequestCounts } from '@parley/authentication';
import {
  changeSlaTargets,
  getWorkspace,
  lookUpSlaTargets,
  lookUpWorkspace,
  notFound,
  PLANS,
  touchWorkspace,
  updateWorkspace,
  type Mode,
  type ParsedInput,
  type SlaDurations,
  type Workspace,
} from '@parley/contracts';
import {
  assertLive,
  inWorkspace,
  type Context,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { changedValues, fromTo, versioned } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { assertStillAdmin } from '../users/acting-admin.ts';
import * as queries from './workspaces.queries.ts';

type Settings = Omit<ParsedInput<typeof updateWorkspace>['body'], 'sla_targets'>;
type Targets = NonNullable<ParsedInput<typeof updateWorkspace>['body']['sla_targets']>;

/** The workspace as its members and integrations see it; both modes share it. */
@Injectable()
export class WorkspaceSettings {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    @Inject(REQUEST_COUNTS) private readonly counts: RequestCounts,
  ) {}

  @Handles(getWorkspace)
  async get(ctx: TenantContext) {
    const row = await queries.requireWorkspace(this.db.read(inWorkspace(ctx, ctx.tenant.workspaceId)));
    return this.#shown(ctx, row, await this.rpc.call(lookUpSlaTargets, ctx, {}));
  }

  /** Targets are written by their own service first: if its answer fails to come, the rest is unchanged. */
  @Handles(updateWorkspace)
  async update(ctx: TenantContext, { body }: ParsedInput<typeof updateWorkspace>) {
    assertLive(ctx);
    const { sla_targets: targets = {}, ...settings } = body;
    const change = async (tx: Transaction<WorkspaceContext>) => {
      await assertStillAdmin(tx, ctx);
      const row = await tx.lock(queries.lockWorkspace, []);
      if (row === undefined) throw notFound('workspace');
      const { sla, isChanged } = await this.#changeTargets(tx, ctx, targets);
      const changes = await this.#record(tx, row, settings);
      if (!isChanged && Object.keys(changes).length === 0) return this.#shown(ctx, row, sla);
      const next = { ...row, ...changes, version: row.version + 1, updated_at: new Date() };
      const { name, country, time_zone, language, updated_at } = next;
      await tx.query(queries.updateSettings, [name, country, time_zone, language, updated_at]);
      return this.#shown(ctx, next, sla);
    };
    return this.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), change, ctx);
  }

  @Handles(lookUpWorkspace)
  async lookUp(ctx: Context, { workspaceId }: ParsedInput<typeof lookUpWorkspace>) {
    const found = await this.db.read(inWorkspace(ctx, workspaceId)).one(queries.findWorkspace);
    if (found === undefined) return null;
    const { name, plan, country, time_zone } = found;
    return { id: workspaceId, name, plan, country, time_zone };
  }

  @Handles(touchWorkspace)
  async touch(ctx: Context, { workspaceId }: ParsedInput<typeof touchWorkspace>) {
    await this.db.read(inWorkspace(ctx, workspaceId)).query(queries.touchWorkspace, [new Date()]);
    return null;
  }

  async #changeTargets(tx: Transaction<WorkspaceContext>, ctx: TenantContext, targets: Targets) {
    const before = await this.rpc.call(lookUpSlaTargets, ctx, {});
    if (Object.keys(targets).length === 0) return { sla: before, isChanged: false };
    const sla = await this.rpc.call(changeSlaTargets, ctx, targets);
    const changes = fromTo(before, changedValues(before, sla));
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) await recordAudit(tx, { type: 'workspace.sla_targets_changed', details: { changes } });
    return { sla, isChanged };
  }

  async #record(tx: Transaction<WorkspaceContext>, row: queries.WorkspaceRow, settings: Settings) {
    const changes = changedValues(row, settings);
    const details = { changes: fromTo(row, changes) };
    if (Object.keys(changes).length > 0) await recordAudit(tx, { type: 'workspace.updated', details });
    return changes;
  }

  async #shown(ctx: TenantContext, row: queries.WorkspaceRow, sla: SlaDurations): Promise<Workspace> {
    return versioned(row.version, {
      id: ctx.tenant.workspaceId,
      name: row.name,
      plan: row.plan,
      usage: await this.#usage(ctx, row),
      country: row.country,
      time_zone: row.time_zone,
      language: row.language,
      sla_targets: sla,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    });
  }

  async #usage({ tenant: { workspaceId } }: TenantContext, row: queries.WorkspaceRow) {
    const of = (mode: Mode) => this.counts.usage({ workspaceId, mode, routeTag: row.route_tag });
    const [live, test] = await Promise.all([of('live'), of('test')]);
    if (live === null || test === null) return null;
    return { requests_per_minute: PLANS[row.plan], live: sumOf(live), test: sumOf(test) };
  }
}

function sumOf(minutes: readonly MinuteUsage[]) {
  const sum = (field: 'admitted' | 'refused') => minutes.reduce((total, minute) => total + minute[field], 0);
  return { requests: sum('admitted'), rate_limited: sum('refused') };
}

import { Injectable } from '@nestjs/common';
import {
  changeSlaTargets,
  formatDuration,
  lookUpSlaTargets,
  lookUpWorkspace,
  notFound,
  Priority,
  setSlaTargets,
  touchWorkspace,
  type ParsedInput,
  type SlaDurations,
  type SlaTargets,
} from '@parley/contracts';
import { ExpiringMap } from '@parley/runtime/async';
import {
  inWorkspace,
  type Context,
  type TenantContext,
  type TenantOrWorkspaceContext,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { Database, workspaceStatement } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { TicketConfig } from '../ticket.config.ts';

interface SlaTargetRow {
  priority: Priority;
  /** Milliseconds. */
  target: number;
}

/** Cast because pg returns a bigint as text; a double is exact far beyond any target in milliseconds. */
const findSlaTargets = workspaceStatement<SlaTargetRow>(
  'sla_target.find',
  'select priority, target::double precision as target from sla_target where workspace_id = $1',
);

const upsertSlaTargets = workspaceStatement<never>(
  'sla_target.keep',
  `insert into sla_target (workspace_id, priority, target, updated_at)
   select $1, priority, target, $4 from unnest($2::text[], $3::bigint[]) as t(priority, target)
   on conflict (workspace_id, priority) do update
     set target = excluded.target, updated_at = excluded.updated_at`,
);

/** How long other processes may use outdated targets, in ms (ADR 13): an event reaches only one process of a service. */
const CACHE_TTL_MS = 1_000;
const CACHE_MAX = 10_000;

/** First-response targets of a workspace: its own, else those of the installation. */
@Injectable()
export class WorkspaceSlaTargets {
  readonly #cache = new ExpiringMap<string, Promise<SlaTargets>>(CACHE_TTL_MS, CACHE_MAX);

  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly config: TicketConfig,
  ) {}

  @Handles(setSlaTargets)
  async set(ctx: Context, input: ParsedInput<typeof setSlaTargets>) {
    const { workspace, targets } = input;
    if ((await this.rpc.call(lookUpWorkspace, ctx, { workspaceId: workspace })) === null)
      throw notFound('workspace');
    const written = await this.#write(inWorkspace(ctx, workspace), targets);
    // The workspace shows them, so that its ETag follows.
    await this.rpc.call(touchWorkspace, ctx, { workspaceId: workspace });
    return { workspace, targets: written };
  }

  @Handles(lookUpSlaTargets)
  async lookUp(ctx: TenantContext) {
    const rows = await this.db.read(inWorkspace(ctx, ctx.tenant.workspaceId)).query(findSlaTargets);
    return written(this.#withDefaults(rows));
  }

  @Handles(changeSlaTargets)
  change(ctx: TenantContext, targets: ParsedInput<typeof changeSlaTargets>) {
    return this.#write(inWorkspace(ctx, ctx.tenant.workspaceId), targets);
  }

  /** The targets in force in a workspace, cached for a second. Throws `service_unavailable` without the database. */
  of(ctx: TenantOrWorkspaceContext): Promise<SlaTargets> {
    const { workspaceId } = ctx.tenant;
    const now = performance.now();
    const cached = this.#cache.entry(workspaceId, now);
    if (cached !== undefined) return cached.value;
    const targets = this.db
      .read(inWorkspace(ctx, workspaceId))
      .query(findSlaTargets)
      .then((rows) => this.#withDefaults(rows));
    this.#cache.set(workspaceId, targets, now);
    // A failed read is not cached.
    targets.catch(() => {
      if (this.#cache.entry(workspaceId, now)?.value === targets) this.#cache.delete(workspaceId);
    });
    return targets;
  }

  async #write(ctx: WorkspaceContext, targets: Partial<SlaTargets>): Promise<SlaDurations> {
    const rows = await this.db.transaction(ctx, async (tx) => {
      await tx.query(upsertSlaTargets, [Object.keys(targets), Object.values(targets), new Date()]);
      return tx.query(findSlaTargets);
    });
    this.#cache.delete(ctx.tenant.workspaceId);
    return written(this.#withDefaults(rows));
  }

  #withDefaults(rows: readonly SlaTargetRow[]): SlaTargets {
    const own = Object.fromEntries(rows.map(({ priority, target }) => [priority, target]));
    return { ...this.config.SLA_TARGETS, ...own };
  }
}

function written(targets: SlaTargets): SlaDurations {
  const pairs = Priority.options
    .toReversed()
    .map((priority) => [priority, formatDuration(targets[priority])]);
  return Object.fromEntries(pairs) as Record<Priority, string>;
}

import { Inject, Injectable } from '@nestjs/common';
import {
  formatDuration,
  lookUpWorkspace,
  notFound,
  setSlaTargets,
  type ParsedInput,
  type Result,
  type SlaTargets,
} from '@parley/contracts';
import { inWorkspace, type Context, type ScopedContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { TicketConfig } from '../ticket.config.ts';
import { findSlaTargets, keepSlaTargets, type SlaTargetRow } from './sla-targets.queries.ts';

/**
 * How long another process of the service may go on with what was set anew, in milliseconds (ADR 13). An event would not
 * do: of several processes, one gets it.
 */
const KEPT_MS = 1_000;
/** Workspaces whose targets are kept at a time. */
const KEPT_MAX = 10_000;

interface Kept {
  readAt: number;
  targets: Promise<SlaTargets>;
}

/** How long each workspace may take to its first response. */
@Injectable()
export class WorkspaceTargets {
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(TicketConfig) private readonly config: TicketConfig,
  ) {}

  @Handles(setSlaTargets)
  async set(ctx: Context, input: ParsedInput<typeof setSlaTargets>): Promise<Result<typeof setSlaTargets>> {
    const { workspace, targets } = input;
    if ((await this.rpc.call(lookUpWorkspace, ctx, { workspaceId: workspace })) === null)
      throw notFound('workspace');
    const rows = await this.db.transaction(inWorkspace(ctx, workspace), async (tx) => {
      await tx.query(keepSlaTargets, [Object.keys(targets), Object.values(targets), new Date()]);
      return tx.query(findSlaTargets);
    });
    this.#kept.delete(workspace);
    const { urgent, high, normal, low } = this.#inForce(rows);
    const written = {
      urgent: formatDuration(urgent),
      high: formatDuration(high),
      normal: formatDuration(normal),
      low: formatDuration(low),
    };
    return { workspace, targets: written };
  }

  /**
   * What is in force in a workspace: at most a second old, so that opening tickets asks the database once a second, and
   * not once for each. Throws `service_unavailable` when the database is out.
   */
  of(ctx: ScopedContext): Promise<SlaTargets> {
    const { workspaceId } = ctx.tenant;
    const now = performance.now();
    const kept = this.#kept.get(workspaceId);
    if (kept !== undefined && now - kept.readAt < KEPT_MS) return kept.targets;
    const targets = this.db
      .read(inWorkspace(ctx, workspaceId))
      .query(findSlaTargets)
      .then((rows) => this.#inForce(rows));
    this.#keep(workspaceId, { readAt: now, targets });
    return targets;
  }

  #keep(workspaceId: string, kept: Kept): void {
    this.#kept.delete(workspaceId);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(workspaceId, kept);
    // What could not be read is asked for again by the next who needs it.
    kept.targets.catch(() => {
      if (this.#kept.get(workspaceId) === kept) this.#kept.delete(workspaceId);
    });
  }

  #inForce(rows: readonly SlaTargetRow[]): SlaTargets {
    const own = Object.fromEntries(rows.map(({ priority, target }) => [priority, target]));
    return { ...this.config.SLA_TARGETS, ...own };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import {
  conversationCreated,
  conversationDeleted,
  conversationMerged,
  conversationTagsChanged,
  conversationUnmerged,
  conversationUpdated,
  countMatchingConversations,
  countMatchingTickets,
  encodeId,
  messageCreated,
  ticketCreated,
  ticketDeleted,
  ticketMerged,
  ticketSlaBreached,
  ticketSlaWarning,
  ticketTagsChanged,
  ticketUnmerged,
  ticketUpdated,
  uuidOf,
  VIEW_COUNT_MAX,
  type Id,
  type Mode,
  type View,
} from '@parley/contracts';
import { Observe } from '@parley/events';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { NIL_UUID } from '@parley/runtime/records';
import { Every } from '@parley/runtime/scheduling';
import * as queries from './view-counts.queries.ts';
import { isPersonal } from './view.rules.ts';
import type { ViewRow } from './view.entity.ts';

/** What the owners of records answer about views. */
const COUNTS = { ticket: countMatchingTickets, conversation: countMatchingConversations } as const;

/** A kept count is older only if counting fails. It is then counted for the request. */
const KEPT_MS = 60_000;
/** How often it is noted that a count is still asked for. */
const WANTED_MS = 60_000;
/** How long a count is not repeated, at least; one that takes longer takes this part of the time, or less. */
const PAUSE_MS = 1_000;
const SHARE_OF_TIME = 0.1;

export interface ViewCount {
  readonly count: number;
  readonly isBound: boolean;
  readonly asOf: Date;
}

type Counted = Pick<queries.DueRow, 'view_id' | 'user_id' | 'version' | 'resource' | 'filter'>;

interface Changed {
  readonly workspaceId: Id<'workspace'>;
  readonly mode: Mode;
  readonly resource: View['resource'];
}

/**
 * Counts the records of views. The counts that somebody asks for are kept: many users look at the same ones, and each change of a record
 * would have all of them count again. A change makes those of its tenant due, and one process counts them for all.
 */
@Injectable()
export class ViewCounts {
  /** What has changed since counts were last marked. */
  #changed = new Map<string, Changed>();

  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** How many records views have for a user, by the ids of the views. */
  async of(ctx: TenantContext, views: readonly ViewRow[], userId: string): Promise<Map<string, ViewCount>> {
    const wanted = views.map((view) => toCount(view, userId));
    const ids = wanted.map(({ view_id: id }) => id);
    const found = await this.db.read(ctx).query(queries.findCounts, [ids, [NIL_UUID, userId]]);
    const now = Date.now();
    const counts = new Map<string, ViewCount>();
    const noted = new Set<string>();
    for (const { view_id: id, version, count, is_bound: isBound, as_of: asOf, wanted_at: at } of found) {
      if (wanted.find((one) => one.view_id === id)?.version !== version) continue;
      if (now - at.getTime() < WANTED_MS) noted.add(id);
      if (count !== null && asOf !== null && now - asOf.getTime() < KEPT_MS)
        counts.set(id, { count, isBound: isBound === true, asOf });
    }
    const unnoted = wanted.filter(({ view_id: id }) => !noted.has(id) || !counts.has(id));
    const resources = unnoted.map(({ resource }) => resource);
    if (unnoted.length > 0)
      await this.db.read(ctx).query(queries.wantCounts, [...keysOf(unnoted), resources]);
    const missing = wanted.filter(({ view_id: id }) => !counts.has(id));
    for (const [id, count] of await this.#countAll(ctx, missing)) counts.set(id, count);
    return counts;
  }

  @Observe([
    ticketCreated,
    ticketUpdated,
    ticketDeleted,
    ticketMerged,
    ticketUnmerged,
    ticketTagsChanged,
    ticketSlaWarning,
    ticketSlaBreached,
    conversationCreated,
    conversationUpdated,
    conversationDeleted,
    conversationMerged,
    conversationUnmerged,
    conversationTagsChanged,
    messageCreated,
  ])
  markCountsWhenRecordChanges({
    type,
    workspaceId,
    mode,
  }: {
    readonly type: string;
    readonly workspaceId: Id<'workspace'>;
    readonly mode: Mode | null;
  }): void {
    if (mode === null) return;
    const resource = type.startsWith('ticket.') ? 'ticket' : 'conversation';
    this.#changed.set([workspaceId, mode, resource].join('/'), { workspaceId, mode, resource });
  }

  /** Counts what is due: what has changed, and what was not counted for a while. */
  @Every('250ms', 'view_count.refresh')
  async refresh(signal?: AbortSignal): Promise<void> {
    await this.#mark();
    const tenants = new Map<string, queries.DueRow[]>();
    for (const row of await this.db.system(queries.takeDue)) {
      const tenant = `${row.workspace_id}/${row.mode}`;
      tenants.set(tenant, [...(tenants.get(tenant) ?? []), row]);
    }
    for (const rows of tenants.values()) {
      if (signal?.aborted === true) return;
      const [first] = rows;
      if (first === undefined) continue;
      const ctx = contextOfRow(first);
      // One tenant that fails holds up no other. Its counts are due again in half a minute.
      await this.#countAll(ctx, rows).catch((err: unknown) => {
        this.logger.warn(
          { event: 'view_count.failed', err, ...ctx.tenant },
          'Cannot count the views of a tenant',
        );
      });
    }
  }

  @Every('1m', 'view_count.drop')
  async drop(): Promise<void> {
    await this.db.system(queries.dropUnwanted);
  }

  async #mark(): Promise<void> {
    const changed = this.#changed;
    if (changed.size === 0) return;
    this.#changed = new Map();
    const all = [...changed.values()];
    const values = [
      all.map((one) => uuidOf('workspace', one.workspaceId)),
      all.map((one) => one.mode),
      all.map((one) => one.resource),
    ];
    try {
      await this.db.system(queries.markChanged, values);
    } catch (error) {
      for (const [name, one] of changed) this.#changed.set(name, one);
      throw error;
    }
  }

  async #countAll(ctx: TenantContext, views: readonly Counted[]): Promise<Map<string, ViewCount>> {
    const counts = new Map<string, ViewCount>();
    const ofResource = async (resource: View['resource']) => {
      const some = views.filter((view) => view.resource === resource);
      if (some.length === 0) return;
      for (const [id, count] of await this.#count(ctx, resource, some)) counts.set(id, count);
    };
    await Promise.all((Object.keys(COUNTS) as View['resource'][]).map(ofResource));
    return counts;
  }

  async #count(ctx: TenantContext, resource: View['resource'], views: readonly Counted[]) {
    const asOf = new Date();
    const filters = views.map(({ filter, user_id: user }) => ({
      filter,
      me: user === NIL_UUID ? null : encodeId('user', user),
    }));
    const { counts } = await this.rpc.call(COUNTS[resource], ctx, { filters, cap: VIEW_COUNT_MAX });
    const took = Date.now() - asOf.getTime();
    const pause = Math.max(PAUSE_MS, took / SHARE_OF_TIME - took);
    await this.db
      .read(ctx)
      .query(queries.storeCounts, [
        ...keysOf(views),
        counts.map(({ count }) => count),
        counts.map(({ is_bound: isBound }) => isBound),
        asOf,
        new Date(Date.now() + pause),
      ]);
    return views.map(({ view_id: id }, index): [string, ViewCount] => {
      const found = counts[index];
      if (found === undefined) throw new Error(`${counts.length} counts of ${views.length} views`);
      return [id, { count: found.count, isBound: found.is_bound, asOf }];
    });
  }
}

function toCount({ id, version, resource, filter }: ViewRow, userId: string): Counted {
  return { view_id: id, version, resource, filter, user_id: isPersonal(filter) ? userId : NIL_UUID };
}

const keysOf = (views: readonly Counted[]) => [
  views.map(({ view_id: id }) => id),
  views.map(({ user_id: id }) => id),
  views.map(({ version }) => version),
];

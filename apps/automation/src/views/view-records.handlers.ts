import { Injectable } from '@nestjs/common';
import {
  countMatchingConversations,
  countMatchingTickets,
  countViews,
  encodeId,
  hasRequiredScope,
  insufficientScope,
  listMatchingConversations,
  listMatchingTickets,
  listRecordsOfView,
  notFound,
  uuidOf,
  VIEW_COUNT_MAX,
  VIEW_SCOPES,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { isSeenBy } from '../audience/audience.rules.ts';
import { Viewers } from '../audience/viewers.ts';
import type { ViewRow } from './view.entity.ts';
import { findView, findViews } from './views.queries.ts';

type Resource = ViewRow['resource'];

/** What the owners of records answer about views. */
const LISTS = { ticket: listMatchingTickets, conversation: listMatchingConversations } as const;
const COUNTS = { ticket: countMatchingTickets, conversation: countMatchingConversations } as const;

@Injectable()
export class ViewRecords {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly viewers: Viewers,
  ) {}

  @Handles(listRecordsOfView)
  async list(ctx: TenantContext, { params, query }: ParsedInput<typeof listRecordsOfView>) {
    const viewer = await this.viewers.of(ctx);
    const view = await this.db.read(ctx).one(findView, [uuidOf('view', params.view_id)]);
    if (view === undefined || !isSeenBy(viewer, view)) throw notFound('view');
    requireToRead(ctx, view.resource);
    const { sort = view.sort, order = view.direction, ...page } = query;
    return this.rpc.call(LISTS[view.resource], ctx, { filter: view.filter, ...page, sort, order });
  }

  @Handles(countViews)
  async count(ctx: TenantContext, { query }: ParsedInput<typeof countViews>) {
    const viewer = await this.viewers.of(ctx);
    const wanted = query.ids.map((id) => uuidOf('view', id));
    const views = (await this.db.read(ctx).query(findViews, [wanted])).filter((view) =>
      isSeenBy(viewer, view),
    );
    const asOf = new Date();
    const counts = new Map<string, { count: number; is_bound: boolean }>();
    await Promise.all(
      (Object.keys(COUNTS) as Resource[]).map(async (resource) => {
        const some = views.filter((view) => view.resource === resource);
        if (some.length === 0) return;
        requireToRead(ctx, resource);
        const found = await this.rpc.call(COUNTS[resource], ctx, {
          filters: some.map(({ filter }) => filter),
          cap: VIEW_COUNT_MAX,
        });
        for (const [index, { id }] of some.entries()) {
          const count = found.counts[index];
          if (count !== undefined) counts.set(id, count);
        }
      }),
    );
    return {
      data: wanted.flatMap((id) => {
        const found = counts.get(id);
        if (found === undefined) return [];
        const relation = found.is_bound ? ('gte' as const) : ('eq' as const);
        return [{ view_id: encodeId('view', id), count: found.count, count_relation: relation }];
      }),
      meta: { as_of: asOf.toISOString() },
    };
  }
}

/** Throws 403 unless the caller may read the records of a view. */
function requireToRead({ principal }: TenantContext, resource: Resource): void {
  const scope = VIEW_SCOPES[resource];
  if (!hasRequiredScope(principal?.scopes ?? [], scope)) throw insufficientScope([scope]);
}

import { Injectable } from '@nestjs/common';
import {
  countViews,
  encodeId,
  hasRequiredScope,
  insufficientScope,
  listMatchingConversations,
  listMatchingTickets,
  listRecordsOfView,
  notFound,
  uuidOf,
  VIEW_SCOPES,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { isSeenBy } from '../audience/audience.rules.ts';
import { Viewers } from '../audience/viewers.ts';
import { ViewCounts } from './view-counts.ts';
import type { ViewRow } from './view.entity.ts';
import { findView, findViews } from './views.queries.ts';

type Resource = ViewRow['resource'];

/** What the owners of records answer about views. */
const LISTS = { ticket: listMatchingTickets, conversation: listMatchingConversations } as const;

@Injectable()
export class ViewRecords {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly viewers: Viewers,
    private readonly counts: ViewCounts,
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
    for (const resource of new Set(views.map((view) => view.resource))) requireToRead(ctx, resource);
    const counts = await this.counts.of(ctx, views, viewer.userId);
    const times = [...counts.values()].map(({ asOf }) => asOf.getTime());
    return {
      data: wanted.flatMap((id) => {
        const found = counts.get(id);
        if (found === undefined) return [];
        const relation = found.isBound ? ('gte' as const) : ('eq' as const);
        return [{ view_id: encodeId('view', id), count: found.count, count_relation: relation }];
      }),
      meta: { as_of: new Date(Math.min(Date.now(), ...times)).toISOString() },
    };
  }
}

/** Throws 403 unless the caller may read the records of a view. */
function requireToRead({ principal }: TenantContext, resource: Resource): void {
  const scope = VIEW_SCOPES[resource];
  if (!hasRequiredScope(principal?.scopes ?? [], scope)) throw insufficientScope([scope]);
}

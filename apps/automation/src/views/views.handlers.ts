import { Injectable } from '@nestjs/common';
import {
  assertNone,
  createView,
  deleteView,
  getView,
  listViews,
  notFound,
  updateView,
  uuidOf,
  viewCreated,
  viewDeleted,
  viewProblems,
  VIEWS_MAX,
  viewUpdated,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { changedFields, changedValues, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { assertAudience, isSeenBy, type Viewer } from '../audience/audience.rules.ts';
import { lockShared, requireRoom, requireTeam, uuidOfTeam } from '../audience/shared-rows.ts';
import { Viewers } from '../audience/viewers.ts';
import { ViewRow } from './view.entity.ts';
import { toView } from './view.serializer.ts';
import { ViewWarnings } from './view-warnings.ts';
import * as queries from './views.queries.ts';

@Injectable()
export class Views {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly viewers: Viewers,
    private readonly warnings: ViewWarnings,
  ) {}

  @Handles(createView)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createView>) {
    const { order, team_id: team, ...fields } = body;
    const viewer = await this.viewers.of(ctx);
    const audience = { visibility: body.visibility, team_id: uuidOfTeam(team), owner_id: viewer.userId };
    assertAudience(viewer, audience);
    await requireTeam(this.rpc, ctx, team);
    const row = await this.db.transaction(ctx, async (tx) => {
      await requireRoom(tx, viewer.userId, {
        ...{ noun: 'view', max: VIEWS_MAX },
        count: queries.countViewsOfOwner,
      });
      const id = uuidOfNewRecord(ctx);
      const inserted = await tx.insert(ViewRow, { ...fields, ...audience, id, direction: order });
      tx.emit(viewCreated, toView(inserted));
      return inserted;
    });
    return this.#shown(ctx, row);
  }

  @Handles(listViews)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listViews>) {
    const viewer = await this.viewers.of(ctx);
    const list = queries.viewListOf(viewer);
    const { rows, ...page } = await readPage(this.db.read(ctx), list, { ...query, seen: true });
    return { ...page, items: rows.map((row) => toView(row)) };
  }

  @Handles(getView)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getView>) {
    const viewer = await this.viewers.of(ctx);
    const row = await this.db.read(ctx).one(queries.findView, [uuidOf('view', params.view_id)]);
    if (row === undefined || !isSeenBy(viewer, row)) throw notFound('view');
    return this.#shown(ctx, row);
  }

  @Handles(updateView)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateView>) {
    const viewer = await this.viewers.of(ctx);
    await requireTeam(this.rpc, ctx, body.team_id ?? null);
    const row = await this.db.transaction(ctx, async (tx) => {
      const before = await lockView(tx, viewer, params.view_id);
      const { order, team_id: team, ...fields } = body;
      const changes = changedValues(before, {
        ...fields,
        ...(order === undefined ? {} : { direction: order }),
        ...(team === undefined ? {} : { team_id: uuidOfTeam(team) }),
      });
      if (Object.keys(changes).length === 0) return before;
      const next = { ...before, ...changes };
      assertNone(viewProblems(toView(next)));
      if ('visibility' in changes || 'team_id' in changes) assertAudience(viewer, next);
      const after = await tx.update(ViewRow, before, changes);
      tx.emit(viewUpdated, toView(after), changedFields(toView(before), toView(after)));
      return after;
    });
    return this.#shown(ctx, row);
  }

  @Handles(deleteView)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteView>) {
    const viewer = await this.viewers.of(ctx);
    await this.db.transaction(ctx, async (tx) => {
      const { id, visibility } = await lockView(tx, viewer, params.view_id);
      await tx.remove(ViewRow, id);
      tx.emit(viewDeleted, { id: params.view_id, visibility });
    });
  }

  async #shown(ctx: TenantContext, row: ViewRow) {
    const view = toView(row);
    return toView(row, await this.warnings.of(ctx, view));
  }
}

const lockView = (tx: Transaction, viewer: Viewer, id: Id<'view'>): Promise<ViewRow> =>
  lockShared(tx, viewer, { noun: 'view', id: uuidOf('view', id), lock: queries.findViewForUpdate });

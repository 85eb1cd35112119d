import { Injectable } from '@nestjs/common';
import {
  createMacro,
  deleteMacro,
  assertNone,
  getMacro,
  listMacros,
  macroCreated,
  macroDeleted,
  macroProblems,
  macroUpdated,
  MACROS_MAX,
  notFound,
  updateMacro,
  uuidOf,
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
import { ActionReferences } from './action-references.ts';
import { MacroRow } from './macro.entity.ts';
import { toMacro } from './macro.serializer.ts';
import * as queries from './macros.queries.ts';

@Injectable()
export class Macros {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly viewers: Viewers,
    private readonly references: ActionReferences,
  ) {}

  @Handles(createMacro)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createMacro>) {
    const viewer = await this.viewers.of(ctx);
    const team_id = uuidOfTeam(body.team_id);
    const macro = { ...body, team_id, owner_id: viewer.userId };
    assertAudience(viewer, macro);
    await requireTeam(this.rpc, ctx, body.team_id);
    await this.references.require(ctx, body.actions);
    return this.db.transaction(ctx, async (tx) => {
      const count = queries.countMacrosOfOwner;
      await requireRoom(tx, viewer.userId, { noun: 'macro', max: MACROS_MAX, count });
      const row = await tx.insert(MacroRow, { ...macro, id: uuidOfNewRecord(ctx) });
      const created = toMacro(row);
      tx.emit(macroCreated, created);
      return created;
    });
  }

  @Handles(listMacros)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listMacros>) {
    const viewer = await this.viewers.of(ctx);
    const list = queries.macroListOf(viewer);
    const { rows, ...page } = await readPage(this.db.read(ctx), list, { ...query, seen: true });
    return { ...page, items: rows.map(toMacro) };
  }

  @Handles(getMacro)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getMacro>) {
    return toMacro(await this.find(ctx, params.macro_id));
  }

  /** A macro that the caller sees. Throws 404. */
  async find(ctx: TenantContext, id: Id<'macro'>): Promise<MacroRow> {
    const viewer = await this.viewers.of(ctx);
    const row = await this.db.read(ctx).one(queries.findMacro, [uuidOf('macro', id)]);
    if (row === undefined || !isSeenBy(viewer, row)) throw notFound('macro');
    return row;
  }

  @Handles(updateMacro)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateMacro>) {
    const viewer = await this.viewers.of(ctx);
    await requireTeam(this.rpc, ctx, body.team_id ?? null);
    await this.references.require(ctx, body.actions ?? {});
    return this.db.transaction(ctx, async (tx) => {
      const before = await lockMacro(tx, viewer, params.macro_id);
      const { team_id: team, ...fields } = body;
      const changes = changedValues(before, {
        ...fields,
        ...(team === undefined ? {} : { team_id: uuidOfTeam(team) }),
      });
      if (Object.keys(changes).length === 0) return toMacro(before);
      const next = { ...before, ...changes };
      assertNone(macroProblems(toMacro(next)));
      if ('visibility' in changes || 'team_id' in changes) assertAudience(viewer, next);
      const after = toMacro(await tx.update(MacroRow, before, changes));
      tx.emit(macroUpdated, after, changedFields(toMacro(before), after));
      return after;
    });
  }

  @Handles(deleteMacro)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteMacro>) {
    const viewer = await this.viewers.of(ctx);
    await this.db.transaction(ctx, async (tx) => {
      const { id, visibility } = await lockMacro(tx, viewer, params.macro_id);
      await tx.remove(MacroRow, id);
      tx.emit(macroDeleted, { id: params.macro_id, visibility });
    });
  }
}

const lockMacro = (tx: Transaction, viewer: Viewer, id: Id<'macro'>): Promise<MacroRow> =>
  lockShared(tx, viewer, { noun: 'macro', id: uuidOf('macro', id), lock: queries.findMacroForUpdate });

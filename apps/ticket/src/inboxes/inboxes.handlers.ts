import { Injectable } from '@nestjs/common';
import {
  addInbox,
  createInbox,
  deleteInbox,
  getInbox,
  inboxCreated,
  inboxDeleted,
  invalidParameter,
  listInboxes,
  lookUpInbox,
  lookUpWorkspace,
  notFound,
  updateInbox,
  uuidOf,
  type Inbox,
  type ParsedInput,
} from '@parley/contracts';
import {
  assertLive,
  inWorkspace,
  type Context,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { newUuid, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Projections, requireExisting } from '@parley/projections';
import { Handles, Rpc } from '@parley/rpc';
import * as queries from './inboxes.queries.ts';
import { changeInbox } from './change-inbox.ts';
import type { InboxRow } from './inbox.entity.ts';
import { toInbox } from './inbox.serializer.ts';

@Injectable()
export class Inboxes {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly projections: Projections,
  ) {}

  @Handles(getInbox)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getInbox>) {
    const inbox = await this.lookUp(ctx, { id: params.inbox_id });
    if (inbox === null) throw notFound('inbox');
    return inbox;
  }

  @Handles(lookUpInbox)
  async lookUp(ctx: TenantContext, { id }: ParsedInput<typeof lookUpInbox>) {
    const row = await this.db.read(ctx).one(queries.findInbox, [uuidOf('inbox', id)]);
    return row === undefined ? null : toInbox(row);
  }

  @Handles(listInboxes)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listInboxes>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.inboxList, query);
    return { ...page, items: rows.map(toInbox) };
  }

  @Handles(addInbox)
  async add(ctx: TenantContext, { body }: ParsedInput<typeof addInbox>) {
    assertLive(ctx);
    const scoped = inWorkspace(ctx, ctx.tenant.workspaceId);
    const team = await this.projections.team(ctx, body.team_id);
    const add = async (tx: Transaction<WorkspaceContext>) => {
      await requireExisting(tx, team);
      return insert(tx, { id: newUuid(), name: body.name, team_id: team?.id ?? null });
    };
    return this.db.transaction(scoped, add, ctx);
  }

  @Handles(updateInbox)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateInbox>) {
    const id = uuidOf('inbox', params.inbox_id);
    const team = await this.projections.team(ctx, body.team_id ?? null);
    const change = async (tx: Transaction<WorkspaceContext>) => {
      const row = await tx.lock(queries.lockInbox, [id]);
      if (row === undefined) throw notFound('inbox');
      assertLive(ctx);
      await requireExisting(tx, team);
      const { name = row.name } = body;
      return changeInbox(tx, row, {
        name,
        team_id: body.team_id === undefined ? row.team_id : (team?.id ?? null),
      });
    };
    return this.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), change, ctx);
  }

  @Handles(deleteInbox)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteInbox>) {
    const id = uuidOf('inbox', params.inbox_id);
    const remove = async (tx: Transaction<WorkspaceContext>) => {
      if ((await tx.lock(queries.lockInbox, [id])) === undefined) throw notFound('inbox');
      assertLive(ctx);
      if ((await tx.one(queries.findTicketOfInbox, [id])) !== undefined)
        throw invalidParameter('inbox_id', 'contains tickets: move them to another inbox first', 'path');
      await tx.query(queries.deleteInbox, [id]);
      tx.emit(inboxDeleted, { id: params.inbox_id });
    };
    await this.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), remove, ctx);
  }

  @Handles(createInbox)
  async create(ctx: Context, input: ParsedInput<typeof createInbox>) {
    const workspace = await this.rpc.call(lookUpWorkspace, ctx, { workspaceId: input.workspace });
    if (workspace === null) throw notFound('workspace');
    const id = uuidOfNewRecord(ctx);
    const created = await this.db.transaction(inWorkspace(ctx, workspace.id), (tx) =>
      insert(tx, { id, name: input.name, team_id: null }),
    );
    return { id: created.id };
  }
}

async function insert(
  tx: Transaction<WorkspaceContext>,
  { id, name, team_id }: Pick<InboxRow, 'id' | 'name' | 'team_id'>,
): Promise<Inbox> {
  // The same in both modes.
  const [row] = await tx.query(queries.insertInbox, [id, name, team_id, new Date()]);
  if (row === undefined) throw notFound('inbox');
  const inbox = toInbox(row);
  tx.emit(inboxCreated, { id: inbox.id, name });
  return inbox;
}

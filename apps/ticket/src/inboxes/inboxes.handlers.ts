import { Injectable } from '@nestjs/common';
import {
  addInbox,
  createInbox,
  deleteInbox,
  getInbox,
  inboxCreated,
  inboxDeleted,
  inboxRenamed,
  invalidParameter,
  listInboxes,
  lookUpInbox,
  lookUpWorkspace,
  notFound,
  updateInbox,
  uuidOf,
  encodeId,
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
import { newUuid, uuidOfNewRecord, versioned } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import * as queries from './inboxes.queries.ts';
import type { InboxRow } from './inbox.entity.ts';

@Injectable()
export class Inboxes {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
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
    return this.db.transaction(scoped, (tx) => insert(tx, newUuid(), body.name), ctx);
  }

  @Handles(updateInbox)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateInbox>) {
    const id = uuidOf('inbox', params.inbox_id);
    const rename = async (tx: Transaction<WorkspaceContext>) => {
      const row = await tx.lock(queries.lockInbox, [id]);
      if (row === undefined) throw notFound('inbox');
      assertLive(ctx);
      const { name = row.name } = body;
      if (name === row.name) return toInbox(row);
      const renamed = await tx.query(queries.renameInbox, [id, name, new Date()]);
      tx.emit(inboxRenamed, { id: params.inbox_id, name }, { name: row.name });
      return toInbox(renamed.find(({ mode }) => mode === row.mode) ?? row);
    };
    return this.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), rename, ctx);
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
      insert(tx, id, input.name),
    );
    return { id: created.id };
  }
}

async function insert(tx: Transaction<WorkspaceContext>, uuid: string, name: string): Promise<Inbox> {
  // The same in both modes.
  const [row] = await tx.query(queries.insertInbox, [uuid, name, new Date()]);
  if (row === undefined) throw notFound('inbox');
  const inbox = toInbox(row);
  tx.emit(inboxCreated, { id: inbox.id, name });
  return inbox;
}

function toInbox(row: InboxRow): Inbox {
  return versioned(row.version, {
    id: encodeId('inbox', row.id),
    name: row.name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

import { Inject, Injectable } from '@nestjs/common';
import {
  createInbox,
  getInbox,
  listInboxes,
  lookUpInbox,
  lookUpWorkspace,
  notFound,
  uuidOf,
  type Inbox,
  type Page,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, newId, type Context, type TenantContext } from '@parley/kernel';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { toInbox } from './inbox.serializer.ts';
import { findInbox, inboxList, insertInbox } from './inboxes.queries.ts';

@Injectable()
export class Inboxes {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  @Handles(getInbox)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getInbox>): Promise<Inbox> {
    const inbox = await this.lookUp(ctx, { id: params.inbox_id });
    if (inbox === null) throw notFound('inbox');
    return inbox;
  }

  @Handles(lookUpInbox)
  async lookUp(ctx: TenantContext, { id }: ParsedInput<typeof lookUpInbox>): Promise<Inbox | null> {
    const row = await this.db.read(ctx).one(findInbox, [uuidOf('inbox', id)]);
    return row === undefined ? null : toInbox(row);
  }

  @Handles(listInboxes)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listInboxes>): Promise<Page<Inbox>> {
    const { rows, ...page } = await readPage(this.db.read(ctx), inboxList, query);
    return { ...page, items: rows.map(toInbox) };
  }

  @Handles(createInbox)
  async create(ctx: Context, input: ParsedInput<typeof createInbox>): Promise<Result<typeof createInbox>> {
    const workspace = await this.rpc.call(lookUpWorkspace, ctx, { workspaceId: input.workspace });
    if (workspace === null) throw notFound('workspace');
    const id = newId('inbox');
    await this.db
      .read(inWorkspace(ctx, workspace.id))
      .query(insertInbox, [uuidOf('inbox', id), input.name, new Date()]);
    return { id };
  }
}

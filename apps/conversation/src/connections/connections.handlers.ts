import { Injectable } from '@nestjs/common';
import {
  ApiError,
  connectionCreated,
  connectionDeleted,
  connectionUpdated,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  notFound,
  updateConnection,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { changedFields, changedValues, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { InboxReference } from '../conversations/inbox-reference.ts';
import { ConnectionRow } from './connection.entity.ts';
import { toConnection } from './connection.serializer.ts';
import * as queries from './connections.queries.ts';

/** Most connections of a workspace in one mode. */
const CONNECTIONS_MAX = 100;

@Injectable()
export class Connections {
  constructor(
    private readonly db: Database,
    private readonly inboxes: InboxReference,
  ) {}

  @Handles(createConnection)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createConnection>) {
    const { id: inbox } = await this.inboxes.resolve(ctx, body.inbox_id);
    const id = uuidOfNewRecord(ctx);
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockConnections);
      if (((await tx.one(queries.countConnections))?.count ?? 0) >= CONNECTIONS_MAX)
        throw new ApiError('too_many_items', {
          message: `The workspace has ${CONNECTIONS_MAX} connections in this mode, which is the maximum. Delete one first.`,
        });
      const connection = toConnection(await tx.insert(ConnectionRow, { id, ...body, inbox_id: inbox }));
      tx.emit(connectionCreated, connection);
      return connection;
    });
  }

  @Handles(listConnections)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listConnections>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.connectionList, query);
    return { ...page, items: rows.map(toConnection) };
  }

  @Handles(getConnection)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getConnection>) {
    const row = await this.db
      .read(ctx)
      .one(queries.findConnection, [uuidOf('connection', params.connection_id)]);
    if (row === undefined) throw notFound('connection');
    return toConnection(row);
  }

  @Handles(updateConnection)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateConnection>) {
    const { inbox_id: inboxId, ...rest } = body;
    const { id: inbox } = await this.inboxes.resolve(ctx, inboxId ?? null);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockConnection, [uuidOf('connection', params.connection_id)]);
      if (row === undefined) throw notFound('connection');
      return changeConnection(tx, row, { ...rest, ...(inboxId === undefined ? {} : { inbox_id: inbox }) });
    });
  }

  @Handles(deleteConnection)
  delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteConnection>) {
    return this.db.transaction(ctx, async (tx) => {
      const removed = await tx.remove(ConnectionRow, uuidOf('connection', params.connection_id));
      if (!removed) throw notFound('connection');
      tx.emit(connectionDeleted, { id: params.connection_id });
    });
  }
}

/** Writes what a patch changes of a locked connection, and its event. */
export async function changeConnection(
  tx: Transaction,
  row: ConnectionRow,
  patch: Partial<Pick<ConnectionRow, 'name' | 'inbox_id'>>,
) {
  const changes = changedValues(row, patch);
  const before = toConnection(row);
  if (Object.keys(changes).length === 0) return before;
  const connection = toConnection(await tx.update(ConnectionRow, row, changes));
  tx.emit(connectionUpdated, connection, changedFields(before, connection));
  return connection;
}

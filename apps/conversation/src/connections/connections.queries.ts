import { anyId, defineList } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { ConnectionRow } from './connection.entity.ts';

const CONNECTIONS = Selection.of(ConnectionRow);
const OF_TENANT = `${CONNECTIONS.select()} where workspace_id = $1 and mode = $2`;

export const findConnection = tenantStatement<ConnectionRow>('connection.find', `${OF_TENANT} and id = $3`);

export const lockConnection = tenantStatement<ConnectionRow>(
  'connection.lock',
  `${findConnection.text} for update`,
);

/** Until the end of the transaction, the connection that it finds is not deleted. */
export const holdConnection = tenantStatement<ConnectionRow>(
  'connection.hold',
  `${findConnection.text} for share`,
);

export const lockConnectionsOfInbox = tenantStatement<ConnectionRow>(
  'connection.lock_of_inbox',
  `${OF_TENANT} and inbox_id = $3 order by id for update`,
);

/** Until the transaction ends: connections of a tenant are created one after the other. */
export const lockConnections = tenantStatement<never>(
  'connection.lock_tenant',
  `select from pg_advisory_xact_lock(7312, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

export const countConnections = tenantStatement<{ count: number }>(
  'connection.count',
  'select count(*)::int as count from connection where workspace_id = $1 and mode = $2',
);

export const connectionList = defineList<ConnectionRow>({
  name: 'connection.list',
  rows: CONNECTIONS,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: { inbox: anyId('inbox_id', 'inbox') },
});

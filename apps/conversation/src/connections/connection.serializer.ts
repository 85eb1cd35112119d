import { encodeId, type Connection } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { ConnectionRow } from './connection.entity.ts';

export function toConnection(row: ConnectionRow): Connection {
  return versioned(row.version, {
    id: encodeId('connection', row.id),
    name: row.name,
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    type: row.type,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

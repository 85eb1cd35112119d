import { encodeId, type Macro } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { MacroRow } from './macro.entity.ts';

export function toMacro(row: MacroRow): Macro {
  return versioned(row.version, {
    id: encodeId('macro', row.id),
    name: row.name,
    body: row.body,
    message_type: row.message_type,
    actions: row.actions,
    visibility: row.visibility,
    team_id: row.team_id === null ? null : encodeId('team', row.team_id),
    owner_id: encodeId('user', row.owner_id),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

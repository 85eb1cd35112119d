import { encodeId, type View } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { ViewRow } from './view.entity.ts';

/** @param warnings of the filter, which the records of other services decide */
export function toView(row: ViewRow, warnings: View['warnings'] = []): View {
  return versioned(row.version, {
    id: encodeId('view', row.id),
    name: row.name,
    resource: row.resource,
    filter: row.filter,
    sort: row.sort,
    order: row.direction,
    visibility: row.visibility,
    team_id: row.team_id === null ? null : encodeId('team', row.team_id),
    owner_id: encodeId('user', row.owner_id),
    warnings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

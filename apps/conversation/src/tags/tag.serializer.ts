import { encodeId, type Tag } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { TagRow } from './tag.entity.ts';

export function toTag(row: TagRow): Tag {
  return versioned(row.version, {
    id: encodeId('tag', row.id),
    name: row.name,
    color: row.color,
    count: row.uses,
    created_at: row.created_at.toISOString(),
  });
}

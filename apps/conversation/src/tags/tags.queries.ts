import { encodeId, type Tag } from '@parley/contracts';
import { defineList, systemStatement, tenantStatement } from '@parley/persistence';
import type { TagRow } from './tag.entity.ts';

export const tagList = defineList<TagRow>({
  name: 'tag.list',
  select: 'select * from tag',
  table: 'tag',
  countedBy: null,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: {},
});

/**
 * Waits until nobody else counts tags, and keeps others waiting until the transaction ends. A transaction may count the
 * tags of many events; two that met the same tags in another order would wait for each other.
 */
export const takeTurn = systemStatement<never>(
  'tag_use.take_turn',
  'events of several tenants may share a transaction',
  'select pg_advisory_xact_lock(7307, hashtext(current_schema()))',
);

/** Makes the tags that the catalogue does not have yet. */
export const insertUnknownTags = tenantStatement<TagRow>(
  'tag.insert_unknown',
  `insert into tag (workspace_id, mode, id, version, name, name_key, color, uses, created_at, updated_at)
   select $1, $2, id, 1, name, name_key, $6, $7, $8, $8
     from unnest($3::uuid[], $4::text[], $5::text[]) as used (id, name, name_key)
   on conflict on constraint tag_name do nothing returning *`,
);

/** One use more of some tags, one less of others. */
export const countUses = tenantStatement<never>(
  'tag.count_uses',
  `update tag set uses = uses + case when name_key = any ($3::text[]) then 1 else -1 end
    where workspace_id = $1 and mode = $2 and name_key = any ($3::text[] || $4::text[])`,
);

export const findTagUse = tenantStatement<{ sequence: string; tag_keys: string[] }>(
  'tag_use.find',
  `select sequence, tag_keys from tag_use
    where workspace_id = $1 and mode = $2 and subject_kind = $3 and subject_id = $4`,
);

export const keepTagUse = tenantStatement<never>(
  'tag_use.keep',
  `insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (workspace_id, mode, subject_kind, subject_id) do update
     set sequence = excluded.sequence, tag_keys = excluded.tag_keys`,
);

/** A tag as the API shows it. */
export function toTag(row: TagRow): Tag {
  return {
    id: encodeId('tag', row.id),
    name: row.name,
    color: row.color,
    count: row.uses,
    created_at: row.created_at.toISOString(),
  };
}

import { encodeId, type Tag } from '@parley/contracts';
import { defineList, tenantStatement } from '@parley/persistence';
import type { TagRow } from './tag.entity.ts';

export const tagList = defineList<TagRow>({
  name: 'tag.list',
  select: 'select * from tag',
  table: 'tag',
  countedBy: null,
  sorts: { created_at: 'created_at', name: 'name_key' },
  filters: {},
});

/** Makes the tags that the catalogue does not have yet. In the order of their keys: see below. */
export const insertUnknownTags = tenantStatement<TagRow>(
  'tag.insert_unknown',
  `insert into tag (workspace_id, mode, id, version, name, name_key, color, uses, created_at, updated_at)
   select $1, $2, id, 1, name, name_key, $6, $7, $8, $8
     from unnest($3::uuid[], $4::text[], $5::text[]) as used (id, name, name_key) order by name_key
   on conflict on constraint tag_name do nothing returning *`,
);

/**
 * Counts uses up and down. Tags are locked in the order of their keys, so that two subjects with the same tags cannot
 * wait for each other.
 */
export const countUses = tenantStatement<never>(
  'tag.count_uses',
  `with locked as (
     select id, case when name_key = any ($3::text[]) then 1 else -1 end as change from tag
      where workspace_id = $1 and mode = $2 and name_key = any ($3::text[] || $4::text[])
      order by name_key for update)
   update tag set uses = uses + locked.change from locked
    where tag.workspace_id = $1 and tag.mode = $2 and tag.id = locked.id`,
);

/** What is known of a subject's tags, locked until the transaction ends. A subject that is new has none. */
export const lockTagUse = tenantStatement<{ sequence: string; tag_keys: string[] }>(
  'tag_use.lock',
  `insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
   values ($1, $2, $3, $4, '', '{}')
   on conflict (workspace_id, mode, subject_kind, subject_id) do update set sequence = tag_use.sequence
   returning sequence, tag_keys`,
);

export const keepTagUse = tenantStatement<never>(
  'tag_use.keep',
  `update tag_use set sequence = $5, tag_keys = $6
    where workspace_id = $1 and mode = $2 and subject_kind = $3 and subject_id = $4`,
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

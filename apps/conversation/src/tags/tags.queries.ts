import { encodeId, type Tag } from '@parley/contracts';
import { defineList } from '@parley/lists';
import { systemStatement, tenantStatement } from '@parley/persistence';
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
 * Waits until nobody else counts tags of these tenants, and keeps others waiting until the transaction ends. A
 * transaction counts the tags of many events; two that met the same tags in another order would wait for each other.
 * They take their turns in one order, so two that meet the same tenants do not.
 */
export const lockTagCounts = systemStatement<never>(
  'tag_use.take_turns',
  'events of several tenants may share a transaction',
  `select pg_advisory_xact_lock(7307, turn) from (
     select distinct hashtext(current_schema() || tenant) as turn from unnest($1::text[]) tenant
      order by 1 offset 0) turns`,
);

/** Changes the numbers of uses; answers the tags that there are. */
export const addToTagCounts = tenantStatement<{ name_key: string }>(
  'tag.count_uses',
  `update tag set uses = uses + change.by from unnest($3::text[], $4::int[]) as change (key, by)
    where workspace_id = $1 and mode = $2 and name_key = change.key returning name_key`,
);

/** Makes tags that the catalogue does not have, or counts what somebody has made meanwhile; `made` tells which. */
export const insertTags = tenantStatement<TagRow & { made: boolean }>(
  'tag.insert_used',
  `insert into tag (workspace_id, mode, id, version, name, name_key, color, uses, created_at, updated_at)
   select $1, $2, id, 1, name, name_key, $7, uses, $8, $8
     from unnest($3::uuid[], $4::text[], $5::text[], $6::int[]) as used (id, name, name_key, uses)
   on conflict on constraint tag_name do update set uses = tag.uses + excluded.uses
   returning *, xmax = 0 as made`,
);

/** What is known of the tags of some subjects, by kinds and ids. */
export const findTagUses = tenantStatement<{ subject_id: string; sequence: string; tag_keys: string[] }>(
  'tag_use.find',
  // One by one: a join is planned, while the table is young, as a read of all uses of the tenant, and stays so.
  `select found.* from unnest($3::text[], $4::uuid[]) as asked (kind, id), lateral (
     select subject_id, sequence, tag_keys from tag_use
      where workspace_id = $1 and mode = $2 and subject_kind = asked.kind and subject_id = asked.id offset 0) found`,
);

/** Replaces what is known; the tags of each subject as JSON, because the arrays of an array must be of one length. */
export const upsertTagUses = tenantStatement<never>(
  'tag_use.keep',
  `insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
   select $1, $2, kind, id, sequence, array(select jsonb_array_elements_text(keys))
     from jsonb_to_recordset($3::jsonb) as known (kind text, id uuid, sequence text, keys jsonb)
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

import { defineList } from '@parley/lists';
import { Selection, systemStatement, tenantStatement } from '@parley/persistence';
import { TagRow } from './tag.entity.ts';

const TAGS = Selection.of(TagRow);

export const tagList = defineList<TagRow>({
  name: 'tag.list',
  rows: TAGS,
  countedBy: null,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: {},
});

const FIND = `${TAGS.select()} where workspace_id = $1 and mode = $2 and id = $3`;

export const findTag = tenantStatement<TagRow>('tag.find', FIND);
export const findTagForUpdate = tenantStatement<TagRow>('tag.find_for_update', `${FIND} for update`);

export const findTagKeys = tenantStatement<{ name_key: string }>(
  'tag.find_keys',
  'select name_key from tag where workspace_id = $1 and mode = $2 and name_key = any($3::text[])',
);

/** Serializes tag counting per tenant: transactions that count the tags of many events in different order could deadlock. */
export const lockTagCounts = systemStatement<never>(
  'tag_use.take_turns',
  'events of several tenants may share a transaction',
  `select pg_advisory_xact_lock(7307, turn) from (
     select distinct hashtext(current_schema() || tenant) as turn from unnest($1::text[]) tenant
      order by 1 offset 0) turns`,
);

export const addToTagCounts = tenantStatement<{ name_key: string }>(
  'tag.count_uses',
  `update tag set uses = uses + change.by from unnest($3::text[], $4::int[]) as change (key, by)
    where workspace_id = $1 and mode = $2 and name_key = change.key returning name_key`,
);

/** Inserts missing tags, or adds to those created concurrently; `made` tells which were inserted. */
export const insertTags = tenantStatement<TagRow & { made: boolean }>(
  'tag.insert_used',
  `insert into tag (workspace_id, mode, id, version, name, name_key, color, uses, created_at, updated_at)
   select $1, $2, id, 1, name, name_key, $7, uses, $8, $8
     from unnest($3::uuid[], $4::text[], $5::text[], $6::int[]) as used (id, name, name_key, uses)
   on conflict (workspace_id, mode, name_key) do update set uses = tag.uses + excluded.uses
   returning ${TAGS.list}, xmax = 0 as made`,
);

export const findTagUses = tenantStatement<{ subject_id: string; sequence: string; tag_keys: string[] }>(
  'tag_use.find',
  // `lateral … offset 0` forces a look-up per subject: a join planned while the table is small scans the whole tenant.
  `select found.subject_id, found.sequence, found.tag_keys from unnest($3::text[], $4::uuid[]) as asked (kind, id), lateral (
     select subject_id, sequence, tag_keys from tag_use
      where workspace_id = $1 and mode = $2 and subject_kind = asked.kind and subject_id = asked.id offset 0) found`,
);

/** Stores the tags last seen. JSON, because PostgreSQL arrays of arrays must be rectangular. */
export const upsertTagUses = tenantStatement<never>(
  'tag_use.keep',
  `insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
   select $1, $2, kind, id, sequence, array(select jsonb_array_elements_text(keys))
     from jsonb_to_recordset($3::jsonb) as known (kind text, id uuid, sequence text, keys jsonb)
   on conflict (workspace_id, mode, subject_kind, subject_id) do update
     set sequence = excluded.sequence, tag_keys = excluded.tag_keys`,
);

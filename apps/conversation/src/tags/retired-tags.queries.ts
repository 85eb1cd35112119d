import { pruneStatement, tenantStatement } from '@parley/persistence';

/** Adds to the uses of retired names and of what has replaced them. `used_again`: the name was used after it was retired. */
export const addToRetiredCounts = tenantStatement<{ name_key: string; used_again: boolean }>(
  'retired_tag.count_uses',
  `with change as (select * from unnest($3::text[], $4::int[], $5::timestamptz[]) as c (key, by, added_at)),
   counted as (
     update retired_tag r set uses = r.uses + change.by from change
      where r.workspace_id = $1 and r.mode = $2 and r.name_key = change.key
      returning r.name_key, r.replaced_by, change.by, change.added_at > r.retired_at as used_again),
   replacement as (
     update tag set uses = tag.uses + sums.by from (
         select replaced_by, sum(by)::int as by from counted where replaced_by is not null group by 1) sums
      where tag.workspace_id = $1 and tag.mode = $2 and tag.id = sums.replaced_by)
   select name_key, coalesce(used_again, false) as used_again from counted`,
);

/** Ends the retirement of names; their uses no longer count for the tags that have replaced them. */
export const reviveTags = tenantStatement<{ name_key: string; uses: number }>(
  'retired_tag.revive',
  `with revived as (
     delete from retired_tag where workspace_id = $1 and mode = $2 and name_key = any($3::text[])
     returning name_key, uses, replaced_by),
   replacement as (
     update tag set uses = tag.uses - sums.uses from (
         select replaced_by, sum(uses)::int as uses from revived where replaced_by is not null group by 1) sums
      where tag.workspace_id = $1 and tag.mode = $2 and tag.id = sums.replaced_by)
   select name_key, uses from revived`,
);

/** Retires the name of a tag that gets another: with the uses of its own, not those of its former names. */
export const retireRenamedTag = tenantStatement<never>(
  'retired_tag.insert_renamed',
  `insert into retired_tag (workspace_id, mode, name_key, uses, replaced_by, retired_at)
   select $1, $2, name_key, uses - coalesce((select sum(r.uses)::int from retired_tag r
       where r.workspace_id = $1 and r.mode = $2 and r.replaced_by = tag.id), 0), id, $4
     from tag where workspace_id = $1 and mode = $2 and id = $3`,
);

/** Retires the name of a tag that is deleted; nothing replaces its former names any longer. */
export const retireDeletedTag = tenantStatement<never>(
  'retired_tag.insert_deleted',
  `with own as (
     select name_key, uses - coalesce((select sum(r.uses)::int from retired_tag r
         where r.workspace_id = $1 and r.mode = $2 and r.replaced_by = tag.id), 0) as uses
       from tag where workspace_id = $1 and mode = $2 and id = $3),
   former as (
     update retired_tag set replaced_by = null where workspace_id = $1 and mode = $2 and replaced_by = $3)
   insert into retired_tag (workspace_id, mode, name_key, uses, replaced_by, retired_at)
   select $1, $2, name_key, uses, null, $4 from own`,
);

/** Longer than an event can be retried. */
export const pruneRetiredTags = pruneStatement(
  'retired_tag.prune',
  'retired_tag',
  'workspace_id, mode, name_key',
  'retired_at',
  'uses <= 0',
);

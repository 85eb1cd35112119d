-- migration: in-batches
with oldest as (
  select workspace_id, mode, id, created_at from {{record}} where number is null order by created_at, id limit 5000 for update
), numbered as (
  select workspace_id, mode, id, row_number() over (partition by workspace_id, mode order by created_at, id) as nth,
    count(*) over (partition by workspace_id, mode) as records
  from oldest
), taken as (
  insert into record_number as known (workspace_id, mode, last)
  select distinct workspace_id, mode, records::integer from numbered
  on conflict (workspace_id, mode) do update set last = known.last + excluded.last
  returning workspace_id, mode, last
)
update {{record}} r set number = taken.last - n.records + n.nth
  from numbered n join taken on taken.workspace_id = n.workspace_id and taken.mode = n.mode
 where r.workspace_id = n.workspace_id and r.mode = n.mode and r.id = n.id

-- Empties what receivers answered to events of a tenant, each with its day, which may repeat them. Call it in the transaction that
-- erases or redacts the events: store_results, which waits for that, leaves out what is answered later.
create or replace function forget_responses(workspace uuid, of_mode text, days date[], events uuid[]) returns void
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform pg_advisory_xact_lock(7310, hashtext(workspace::text));
  with recursive of_day as materialized (select distinct unnest(days) as day),
  -- The webhooks that completed deliveries of a day are those of, also deleted ones: one look at the index for each.
  logged as (
    select day, (select c.webhook_id from completed_delivery c
                  where c.workspace_id = workspace and c.mode = of_mode and c.day = d.day
                  order by c.webhook_id limit 1) as webhook_id
      from of_day d
    union all
    select day, (select c.webhook_id from completed_delivery c
                  where c.workspace_id = workspace and c.mode = of_mode and c.day = l.day and c.webhook_id > l.webhook_id
                  order by c.webhook_id limit 1)
      from logged l where l.webhook_id is not null),
  endpoint as (
    select day, webhook_id from logged where webhook_id is not null
    union
    select day, w.id from of_day cross join webhook w where w.workspace_id = workspace and w.mode = of_mode)
  update attempt a set response_snippet = ''
    from unnest(days, events) as e(day, id) join endpoint on endpoint.day = e.day
   where a.delivery_id = delivery_id(e.id, endpoint.webhook_id) and a.started_at >= e.day::timestamp at time zone 'UTC'
     and a.response_snippet <> '';
end $$;

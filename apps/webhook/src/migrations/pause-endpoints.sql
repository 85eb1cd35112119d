-- Pauses the endpoints whose receivers ask for it in these results, or are gone; answers how many. Called in the
-- transaction that stores them, which gives back their slots: another process sent the next delivery before a pause that
-- came later. A result whose lease is over says nothing: the subscription may have been disabled and enabled since.
create or replace function pause_endpoints(results json) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  paused integer;
begin
  with asked as (
    select webhook_id, url, max(pause_ms) as pause_ms
      from json_to_recordset(results) as r(
             id uuid, webhook_id uuid, lease_token uuid, url text, pause_ms double precision)
     where pause_ms is not null
       and exists (select from delivery d
                    where d.webhook_id = r.webhook_id and d.id = r.id and d.lease_token = r.lease_token)
     group by webhook_id, url),
  -- In one order, because other processes do the same.
  locked as materialized (
    select w.id, a.pause_ms from asked a join webhook w on w.id = a.webhook_id and w.url = a.url
     order by w.id for no key update of w)
  update webhook w set paused_until = greatest(w.paused_until, now() + make_interval(secs => l.pause_ms / 1000))
    from locked l where w.id = l.id;
  get diagnostics paused = row_count;
  return paused;
end $$;

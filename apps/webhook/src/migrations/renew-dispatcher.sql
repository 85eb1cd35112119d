-- Tells that a process is alive, and makes due what others were sending whose rows have expired; returns how many. After an
-- outage a process that was late itself waits for half of the timeout, in which the others renew theirs.
create or replace function renew_dispatcher(dispatcher uuid, timeout_ms double precision) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  is_settled boolean;
  released integer;
begin
  -- A row that is lost by a crash of the server is written again at once.
  perform set_config('synchronous_commit', 'off', true);
  insert into dispatcher as d (id, alive_since, expires_at)
  values ($1, now(), now() + make_interval(secs => timeout_ms / 1000))
  on conflict (id) do update set expires_at = excluded.expires_at,
    alive_since = case when d.expires_at <= now() then now() else d.alive_since end
  returning alive_since <= now() - make_interval(secs => timeout_ms / 2000) into is_settled;
  if not is_settled then
    return 0;
  end if;
  delete from dispatcher where id in (select id from dispatcher where expires_at <= now() for update skip locked);
  -- Locked by others: its result is being stored.
  update delivery d set due_at = now() from (
    select webhook_id, id from delivery
     where status = 1 and due_at > now() and dispatcher_id is not null
       and not exists (select from dispatcher where dispatcher.id = delivery.dispatcher_id offset 0)
     order by webhook_id, id for update skip locked) lost
   where d.webhook_id = lost.webhook_id and d.id = lost.id;
  get diagnostics released = row_count;
  return released;
end $$;

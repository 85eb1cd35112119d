-- Leases mailboxes that have mails to read to a process, which reads those of each in their order: what waited for room in the storage
-- has its reason still, and comes last. No two processes read one mailbox.
create or replace function claim_incoming(reader uuid, slots integer, lease_ms double precision)
returns table (workspace_id uuid, mode text, mailbox_id uuid)
language plpgsql
set enable_seqscan = off set enable_sort = off set jit = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with recursive waiting as (
      (select q.workspace_id, q.mode, q.mailbox_id, q.id, q.due_at from incoming_mail q
        where q.status = 'stored' order by q.workspace_id, q.mailbox_id, (q.reason is not null), q.id limit 1)
      union all
      select n.* from waiting w cross join lateral (
        select q.workspace_id, q.mode, q.mailbox_id, q.id, q.due_at from incoming_mail q
         where q.status = 'stored' and (q.workspace_id, q.mailbox_id) > (w.workspace_id, w.mailbox_id)
         order by q.workspace_id, q.mailbox_id, (q.reason is not null), q.id limit 1) n),
    free as (
      select w.*, row_number() over (partition by w.workspace_id order by w.due_at) as turn from waiting w
        left join mailbox_activity a on a.workspace_id = w.workspace_id and a.mode = w.mode and a.mailbox_id = w.mailbox_id
       where w.due_at <= now() and coalesce(a.reader_until, '-infinity') <= now())
    insert into mailbox_activity as a (workspace_id, mode, mailbox_id, reader_id, reader_until)
    select f.workspace_id, f.mode, f.mailbox_id, reader, now() + make_interval(secs => lease_ms / 1000)
      from (select * from free order by turn, due_at limit slots) f
     order by f.workspace_id, f.mode, f.mailbox_id
    on conflict (workspace_id, mode, mailbox_id) do update
      set reader_id = excluded.reader_id, reader_until = excluded.reader_until where a.reader_until <= now()
    returning a.workspace_id, a.mode, a.mailbox_id;
end $$;

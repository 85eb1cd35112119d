-- The mailboxes that have something to send, by a scan that skips from one to the next, however much waits in each.
create or replace function mailboxes_waiting() returns table (workspace_id uuid, mailbox_id uuid)
language sql stable as $$
  with recursive waiting as (
    (select q.workspace_id, q.mailbox_id from outgoing_mail q
      where q.due_at is not null order by q.workspace_id, q.mailbox_id limit 1)
    union all
    select n.* from waiting w cross join lateral (
      select q.workspace_id, q.mailbox_id from outgoing_mail q
       where q.due_at is not null and (q.workspace_id, q.mailbox_id) > (w.workspace_id, w.mailbox_id)
       order by q.workspace_id, q.mailbox_id limit 1) n)
  select * from waiting
$$;

-- How many more mails a mailbox may send now: by its concurrency, its mails per minute and per day. One that failed as a whole
-- gets a single attempt after its pause. No row if it is disabled, or was deleted.
create or replace function mailbox_capacity(workspace uuid, mailbox uuid)
returns table (mode text, in_flight bigint, free bigint)
language sql stable as $$
  select m.mode, leased.count, least(
           case when coalesce(a.failures, 0) > 0 then 1 else m.concurrency end - leased.count,
           case when m.per_day is null or a.day_began_at is null or a.day_began_at <= now() - interval '1 day'
                then m.per_day else m.per_day - a.sent_in_day end,
           -- An interval is rounded to microseconds: of 45 a minute, one would be a little less than one.
           floor(extract(epoch from now() + greatest(interval '1 second', interval '1 minute' / m.per_minute)
             - greatest(a.limited_until, now())) * m.per_minute / 60 + 0.001)::bigint)
    from (select * from mailbox b where b.workspace_id = workspace and b.id = mailbox and b.status <> 'disabled' offset 0) m
    left join mailbox_activity a on a.workspace_id = m.workspace_id and a.mode = m.mode and a.mailbox_id = m.id
   cross join lateral (select count(*) from outgoing_mail f
      where f.workspace_id = m.workspace_id and f.mailbox_id = m.id and f.status = 'sending') leased
   where coalesce(a.paused_until, '-infinity') <= now()
$$;

-- Whether a queued mail has to wait for one before it in its conversation: one that is being sent, one that is tried again within five
-- minutes by a mailbox that can send, or one that has not been heard of in the minute that its event may take longer.
--
-- Its plans are made when the queue is empty, for sessions that live long: what each part is ordered by leaves it one index.
create or replace function mail_has_to_wait(
  workspace uuid, mode text, mailbox uuid, conversation uuid, number integer, created_at timestamptz)
returns boolean language sql stable as $$
  select coalesce((
      select true from outgoing_mail e
       where e.workspace_id = $1 and e.mode = $2 and e.conversation_id = $4 and e.number < $5
         and e.status in ('queued', 'sending')
         and (e.status = 'sending' or e.status = 'queued' and e.due_at <= now() + interval '5 minutes'
           and (e.mailbox_id = $3 or exists (select from mailbox_capacity(e.workspace_id, e.mailbox_id))))
       order by e.number limit 1), false)
    or $5 > 1 and $6 > now() - interval '1 minute' and coalesce((
      select e.number from outgoing_mail e
       where e.workspace_id = $1 and e.mode = $2 and e.conversation_id = $4 and e.number < $5
       order by e.number desc limit 1), 0) <> $5 - 1
$$;

-- Claims due mails for a process: workspaces take turns, and within each its mailboxes. In a conversation one mail is sent at a
-- time, in the order of the messages. The last `reserved` places are for workspaces with little in flight, so that servers that hang
-- do not make others wait.
--
-- All claims of an installation come one after the other. In a function each statement sees what those before have committed.
-- A mailbox is read only until it has a mail for each place: to look at more costs more than to send them.
create or replace function claim_mails(dispatcher uuid, slots integer, reserved integer, lease_ms double precision)
returns table (workspace_id uuid, mode text, id uuid, lease_token uuid)
language plpgsql
set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  -- Most mails of a mailbox that a claim looks at. Those that have to wait are put off for a second, so that the next claims look at others.
  scanned constant integer := 200;
  per_workspace constant integer := 4;
  mailbox record;
  mail record;
  due_ids uuid[] := '{}';
  due_modes text[] := '{}';
  due_workspaces uuid[] := '{}';
  due_ranks integer[] := '{}';
  due_in_flight bigint[] := '{}';
  blocked_ids uuid[] := '{}';
  blocked_modes text[] := '{}';
  blocked_workspaces uuid[] := '{}';
  found_in_mailbox integer;
begin
  perform pg_advisory_xact_lock(7312, hashtext(current_schema()));

  for mailbox in
    select w.workspace_id, w.mailbox_id, c.in_flight, least(c.free, slots) as places
      from mailboxes_waiting() w cross join lateral mailbox_capacity(w.workspace_id, w.mailbox_id) c where c.free > 0
  loop
    found_in_mailbox := 0;
    for mail in
      select q.mode, q.id, q.status, q.conversation_id, q.number, q.created_at from outgoing_mail q
       where q.workspace_id = mailbox.workspace_id and q.mailbox_id = mailbox.mailbox_id and q.due_at <= now()
         and q.status in ('unknown', 'queued')
       order by q.due_at, q.id limit scanned
    loop
      if mail.status = 'queued' and mail_has_to_wait(
        mailbox.workspace_id, mail.mode, mailbox.mailbox_id, mail.conversation_id, mail.number, mail.created_at)
      then
        blocked_ids := blocked_ids || mail.id;
        blocked_modes := blocked_modes || mail.mode;
        blocked_workspaces := blocked_workspaces || mailbox.workspace_id;
      else
        found_in_mailbox := found_in_mailbox + 1;
        due_ids := due_ids || mail.id;
        due_modes := due_modes || mail.mode;
        due_workspaces := due_workspaces || mailbox.workspace_id;
        due_ranks := due_ranks || found_in_mailbox;
        due_in_flight := due_in_flight || mailbox.in_flight;
        exit when found_in_mailbox >= mailbox.places;
      end if;
    end loop;
  end loop;

  -- A mail that another transaction has locked is being changed: the next claim sees how.
  with blocked as (
    select q.workspace_id, q.mode, q.id from unnest(blocked_workspaces, blocked_modes, blocked_ids) b (workspace_id, mode, id)
      join outgoing_mail q on q.workspace_id = b.workspace_id and q.mode = b.mode and q.id = b.id
     where q.status = 'queued' and q.due_at <= now()
       for update of q skip locked)
  update outgoing_mail q set is_blocked = true, due_at = now() + interval '1 second'
    from blocked b where q.workspace_id = b.workspace_id and q.mode = b.mode and q.id = b.id;

  return query
    with due as (
      select * from unnest(due_workspaces, due_modes, due_ids, due_ranks, due_in_flight)
        d (workspace_id, mode, id, rank, in_flight)),
    turns as (
      select d.*, row_number() over (partition by d.workspace_id order by d.rank, random())
                  + sum(d.in_flight) filter (where d.rank = 1) over (partition by d.workspace_id) as turn from due d),
    pick as (
      select * from (select t.*, row_number() over (order by t.turn, random()) as place from turns t) placed
       where place <= slots - case when turn <= per_workspace then 0 else reserved end),
    locked as (
      select q.workspace_id, q.mode, q.id, p.place from pick p
        join outgoing_mail q on q.workspace_id = p.workspace_id and q.mode = p.mode and q.id = p.id
       where q.status in ('unknown', 'queued') and q.due_at <= now()
         for update of q skip locked),
    claimed as (
      update outgoing_mail q set status = 'sending', lease_token = gen_random_uuid(), dispatcher_id = dispatcher,
             is_repeated = q.is_repeated or q.status = 'unknown', is_blocked = false, handed_over_at = null, due_at = now() + make_interval(secs => lease_ms / 1000)
        from locked l where q.workspace_id = l.workspace_id and q.mode = l.mode and q.id = l.id
      returning q.workspace_id, q.mode, q.id, q.lease_token, q.mailbox_id, l.place),
    counted as (
      insert into mailbox_activity as a (workspace_id, mode, mailbox_id, limited_until, day_began_at, sent_in_day)
      select c.workspace_id, c.mode, c.mailbox_id, now() + taken.count * interval '1 minute' / m.per_minute, now(), taken.count
        from (select workspace_id, mode, mailbox_id, count(*) as count from claimed group by 1, 2, 3) taken
        join claimed c on c.mailbox_id = taken.mailbox_id
        join mailbox m on m.workspace_id = c.workspace_id and m.mode = c.mode and m.id = c.mailbox_id
       group by c.workspace_id, c.mode, c.mailbox_id, taken.count, m.per_minute
       order by c.workspace_id, c.mode, c.mailbox_id
      on conflict (workspace_id, mode, mailbox_id) do update set
        limited_until = greatest(a.limited_until, now()) + (excluded.limited_until - now()),
        day_began_at = case when a.day_began_at <= now() - interval '1 day' then now() else a.day_began_at end,
        sent_in_day = excluded.sent_in_day
          + case when a.day_began_at <= now() - interval '1 day' then 0 else a.sent_in_day end)
    select c.workspace_id, c.mode, c.id, c.lease_token from claimed c order by c.place;
end $$;

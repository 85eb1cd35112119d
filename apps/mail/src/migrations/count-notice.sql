-- Counts a notice for each of the subjects, unless one of them has had as many as it may in its window: then for none, and the
-- result is false. The rows are locked in order, so that two of these never wait for each other.
create or replace function count_notice(subjects bytea[], windows_ms double precision[], maxima integer[])
returns boolean language plpgsql as $$
begin
  insert into notice_count (subject, count, ends_at)
    select s, 0, now() from unnest(subjects) s order by s on conflict (subject) do nothing;
  perform from notice_count c where c.subject = any(subjects) order by c.subject for update;
  if exists (
    select from unnest(subjects, maxima) as l(subject, max) join notice_count c on c.subject = l.subject
     where c.ends_at > now() and c.count >= l.max)
  then
    return false;
  end if;
  update notice_count c set
      count = case when c.ends_at <= now() then 1 else c.count + 1 end,
      ends_at = case when c.ends_at <= now() then now() + l.window_ms * interval '1 ms' else c.ends_at end
    from unnest(subjects, windows_ms) as l(subject, window_ms) where c.subject = l.subject;
  return true;
end $$;

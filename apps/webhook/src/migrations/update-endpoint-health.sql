-- Adds the results of attempts to the health of endpoints. The circuit breaker opens after 5 consecutive failures of at least
-- 2 events, for 10 s that double up to 5 min until a success; then, or after a pause, the first attempts are limited
-- (half-open).
create or replace function update_endpoint_health(changes json)
returns table (id uuid, failures integer, failed_events integer, has_tripped boolean, failing_ms double precision)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with change as materialized (
    select c.*, succeeded_at is not null as has_succeeded, now() + make_interval(secs => pause_ms / 1000) as pause_until
      from json_to_recordset(changes) as c(id uuid, url text, succeeded_at timestamptz, failures integer,
           first_failures integer, pause_ms double precision, is_slow boolean)),
  -- All processes lock endpoints in the order of their ids. Attempts at a previous URL do not count.
  counted as materialized (
    select w.id, case when has_succeeded then 0 else w.failures end + c.failures as failures,
           case when has_succeeded then 0 else w.failed_events end + c.first_failures as failed_events,
           case when has_succeeded then 0 else w.circuit_trips end as trips,
           not has_succeeded and w.circuit_open_until > now() as is_open
      from webhook w join change c on c.id = w.id and c.url = w.url order by w.id for no key update of w),
  decided as (
    select n.*, not n.is_open and c.failures > 0 and n.failures >= 5 and n.failed_events >= 2 as trips_now
      from counted n join change c on c.id = n.id)
  update webhook w set
         last_delivery_at = greatest(w.last_delivery_at, c.succeeded_at),
         is_half_open = (w.is_half_open and not has_succeeded) or n.trips_now or c.pause_until is not null,
         is_slow = c.is_slow,
         failures = n.failures,
         failed_events = n.failed_events,
         failing_since = case when n.failures = 0 then null
                              when has_succeeded then now() else coalesce(w.failing_since, now()) end,
         paused_until = greatest(w.paused_until, c.pause_until),
         -- Bounded, because power() fails for large exponents.
         circuit_trips = least(n.trips + n.trips_now::int, 10),
         circuit_open_until = case
           when n.trips_now then now() + make_interval(secs => least(10 * power(2, least(n.trips, 10)), 300))
           when has_succeeded then '-infinity' else w.circuit_open_until end
    from decided n join change c on c.id = n.id where w.id = n.id
  returning w.id, w.failures, w.failed_events, n.trips_now,
            (extract(epoch from now() - w.failing_since) * 1000)::double precision;
end $$;

-- An endpoint may be claimed earlier than its entries say, or from the other pool.
create or replace function wake_for_updated_webhook() returns trigger language plpgsql
set search_path from current as $$
begin
  perform wake_endpoints(array[new.id], array[now()]);
  return null;
end $$;
create or replace trigger webhook_updated after update on webhook for each row
  when ((old.status = 'disabled' and new.status = 'enabled') or new.paused_until < old.paused_until
        or new.circuit_open_until is distinct from old.circuit_open_until
        or new.is_half_open is distinct from old.is_half_open or new.is_slow is distinct from old.is_slow
        or (new.failures >= 3) is distinct from (old.failures >= 3)
        or new.rate_limit is distinct from old.rate_limit or new.rate_limited_until < old.rate_limited_until)
  execute function wake_for_updated_webhook();

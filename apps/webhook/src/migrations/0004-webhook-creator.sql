-- The credential that created it, by its public id; null before this was recorded.
alter table webhook add column created_by_kind text;
alter table webhook add column created_by_id text;
alter table webhook add column created_by_user uuid;
alter table webhook drop constraint webhook_disabled_reason_check;
alter table webhook add constraint webhook_disabled_reason_check
  check (disabled_reason in ('gone', 'failing', 'manual', 'revoked'));

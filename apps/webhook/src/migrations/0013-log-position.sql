-- The order in which events can be read while others are being logged. Null for what was logged before this migration.
alter table event_log add column position bigint;
-- For processes of the release before, which do not set it. A default given with the column would be computed for every row.
alter table event_log alter column position set default log_position();
-- Not concurrently: no release has logged events without a position.
create index event_log_position on event_log (workspace_id, mode, position, id);

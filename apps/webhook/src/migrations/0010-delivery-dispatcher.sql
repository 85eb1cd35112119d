-- The process that has claimed it; null for one of a release before this column.
alter table delivery add column dispatcher_id uuid;

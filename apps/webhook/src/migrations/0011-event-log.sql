-- What GET /v1/events lists: every event that webhooks can subscribe to, in the order in which this service has stored them.
-- The body is in `event`, under the same day and id, where deliveries find it too.
create table event_log (
  workspace_id uuid not null,
  mode text not null,
  -- By the clock of the database, in whole milliseconds, as cursors are.
  logged_at timestamptz not null,
  id uuid not null,
  type text not null,
  -- Time of the change.
  occurred_at timestamptz not null,
  -- Of the partition.
  day date not null,
  -- Id of the record that the event is about, as the API shows it.
  subject text not null,
  -- Type and time are in the key so that filters by them skip entries of the index without reading their rows.
  primary key (workspace_id, mode, logged_at, id, type, occurred_at, day)
) partition by range (day);
create index event_log_subject on event_log (workspace_id, mode, subject, logged_at, id);

-- When to look at the queue of an endpoint: an entry says that it may have a delivery to claim at that time or later. Every
-- write that can bring this time forward adds one (wake-for-deliveries.sql, wake-for-webhooks.sql); claims remove those that
-- they have seen. Without them, a claim had to look at every endpoint that has queued deliveries: 0.2 s for 3,000.
create table endpoint_wakeup (
  workspace_id uuid not null,
  webhook_id uuid not null,
  -- The pool of the endpoint when this was written: slow or fast.
  is_slow boolean not null,
  wake_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index endpoint_wakeup_of_workspace on endpoint_wakeup (workspace_id, is_slow, wake_at);
create index endpoint_wakeup_of_endpoint on endpoint_wakeup (webhook_id, is_slow, wake_at);

-- The same for workspaces, which take turns: when one of their endpoints has an entry that is due.
create table workspace_wakeup (
  workspace_id uuid not null,
  is_slow boolean not null,
  wake_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index workspace_wakeup_due on workspace_wakeup (is_slow, wake_at);
create index workspace_wakeup_of_workspace on workspace_wakeup (workspace_id, is_slow, wake_at);

drop function if exists claim_deliveries(integer, integer, integer, integer, double precision, double precision, uuid[]);

create table notification_device (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  user_id uuid not null,
  name text,
  push_service text not null,
  -- SHA-256 of the endpoint, by which it is found again.
  endpoint_hash bytea not null,
  -- Endpoint and keys.
  encrypted_subscription bytea not null,
  -- When to look at its messages; null if none waits. That of a device that a process works on is the end of its lease.
  due_at timestamptz,
  lease_token uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index notification_device_endpoint on notification_device (workspace_id, mode, endpoint_hash);
create index notification_device_of_user on notification_device (workspace_id, mode, user_id, created_at, id);
create index notification_device_due on notification_device (workspace_id, due_at) where due_at is not null;
-- Messages that wait for a device. One that was sent, or given up, has no row.
create table notification_push (
  workspace_id uuid not null,
  mode text not null,
  device_id uuid not null,
  notification_id uuid not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (workspace_id, mode, device_id, notification_id)
);
create index notification_push_of_notification on notification_push (workspace_id, mode, notification_id);
create index notification_push_age on notification_push (created_at);

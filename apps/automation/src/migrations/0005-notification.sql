create table notification (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  user_id uuid not null,
  cause text not null check (cause in ('assigned', 'mentioned', 'reply', 'sla_warning', 'woken')),
  -- The event that it tells of.
  event_id uuid not null,
  kind text not null check (kind in ('ticket', 'conversation')),
  record_id uuid not null,
  message_id uuid,
  -- In the list of its user; otherwise it is only pushed.
  is_shown boolean not null,
  -- Its user gets a mail about it unless it is read in time.
  awaits_mail boolean not null,
  read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index notification_once on notification (workspace_id, mode, user_id, cause, event_id);
create index notification_of_user on notification (workspace_id, mode, user_id, created_at, id);
create index notification_unread on notification (workspace_id, mode, user_id, created_at, id) where is_shown and read_at is null;
create index notification_of_record on notification (workspace_id, mode, kind, record_id);
create index notification_awaiting_mail on notification (created_at) where awaits_mail;
create index notification_age on notification (created_at);
create table notification_setting (
  workspace_id uuid not null,
  mode text not null,
  user_id uuid not null,
  -- The channels that the user has changed, by cause.
  channels jsonb not null,
  primary key (workspace_id, mode, user_id)
);
-- Digests until the mail service has taken them.
create table notification_digest (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  user_id uuid not null,
  unread integer not null,
  -- Cause, kind and uuid of the record of each.
  newest jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index notification_digest_age on notification_digest (created_at, id);
create table follower (
  workspace_id uuid not null,
  mode text not null,
  kind text not null check (kind in ('ticket', 'conversation')),
  record_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, mode, kind, record_id, user_id)
);
-- Who has snoozed a record, until it wakes.
create table snooze_owner (
  workspace_id uuid not null,
  mode text not null,
  kind text not null,
  record_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, mode, kind, record_id)
);

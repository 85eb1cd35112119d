-- Mails of the product itself that are not sent yet: a queue of all workspaces.
create table notice (
  id uuid primary key,
  -- Null for a link to choose a password: the accounts of an address may be in several.
  workspace_id uuid,
  kind text not null check (kind in ('invitation', 'password_reset', 'webhook_disabled', 'mailbox_disconnected')),
  -- What it says and to whom, with a one-time link: encrypted.
  encrypted bytea not null,
  -- When it is tried next; while it is sent, when its lease ends.
  due_at timestamptz not null,
  lease_token uuid,
  attempts integer not null default 0,
  -- When it is given up.
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index notice_due on notice (due_at);
create index notice_expiring on notice (expires_at);
create index notice_of_workspace on notice (workspace_id) where workspace_id is not null;

-- How many there were in a time of an address, a workspace, or what they are about: a hash, so that the table names nobody.
create table notice_count (
  subject bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index notice_count_by_end on notice_count (ends_at);

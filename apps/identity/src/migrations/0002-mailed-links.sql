-- Links for a new password that users had mailed to themselves. A user may have several: who asks for another one ends none, or anybody
-- could keep a user from signing in. The accounts of an address in several workspaces have one link.
create table mailed_password_reset (
  workspace_id uuid not null references workspace,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, workspace_id),
  foreign key (workspace_id, user_id) references member
);
create index mailed_password_reset_of_user on mailed_password_reset (workspace_id, user_id);
create index mailed_password_reset_by_expiry on mailed_password_reset (expires_at);

-- Links that the mail service is to send, until it has taken them. One for a password is stored for each address that somebody enters,
-- whether or not it has an account, before any account is looked for.
create table notice_request (
  id uuid primary key,
  -- Null before it is known.
  workspace_id uuid,
  kind text not null check (kind in ('invitation', 'password_reset')),
  -- The address, and the token of the link: encrypted.
  encrypted bytea not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index notice_request_due on notice_request (due_at);
create index notice_request_by_expiry on notice_request (expires_at);
create index notice_request_of_workspace on notice_request (workspace_id) where workspace_id is not null;

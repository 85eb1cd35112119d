-- Every key contains the workspace, so that each table can be partitioned by it (docs/scaling.md). Ids and hashes are random,
-- so nothing depends on their being unique in all workspaces; the indexes still find a row by them alone.
create table workspace (
  id uuid primary key,
  name text not null,
  plan text not null,
  -- Four characters in every token of the workspace: they keep its Redis keys in one cluster slot.
  route_tag text not null,
  country text,
  time_zone text not null default 'UTC',
  language text not null default 'en',
  version integer not null default 1,
  -- When the operator deleted it; its data is being erased since.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table member (
  workspace_id uuid not null references workspace,
  id uuid not null,
  email text not null,
  email_key text not null,
  name text not null,
  role text not null check (role in ('admin', 'agent', 'viewer')),
  status text not null check (status in ('invited', 'active', 'inactive')),
  avatar_url text,
  -- Null until the person whom an invitation is for chooses a password.
  password_hash text,
  -- Sort keys of lists: names in the order of Unicode collation, addresses in byte order.
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  email_order text collate "C" not null generated always as (email_key) stored,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, email_key)
);
create index member_of_id on member (id);
-- One per sort order with the filter columns, so that rows that do not match are skipped in the index.
create index member_created on member (workspace_id, created_at, id, role, status);
create index member_updated on member (workspace_id, updated_at, id, role, status);
create index member_by_name on member (workspace_id, name_order, id, role, status);
create index member_by_email on member (workspace_id, email_order, id, role, status);
-- For sign-ins without a workspace.
create index member_of_email on member (email_key) where status = 'active';

create table team (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  description text,
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);

create table team_member (
  workspace_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  joined_at timestamptz not null,
  primary key (workspace_id, team_id, user_id),
  foreign key (workspace_id, team_id) references team,
  foreign key (workspace_id, user_id) references member
);

-- API keys, personal access tokens, and access tokens of OAuth and of sessions, of which a session has several at a time.
create table token (
  workspace_id uuid not null references workspace,
  id uuid not null,
  kind text not null check (kind in ('api_key', 'personal_access_token', 'oauth_access_token', 'session')),
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  last4 text not null,
  -- The user that it acts as; of an API key, its creator.
  user_id uuid not null,
  grant_id uuid,
  session_id uuid,
  credential_id uuid not null generated always as (coalesce(grant_id, id)) stored,
  -- Addresses and CIDRs from which the token may be used; null for any.
  allowed_ips text[],
  created_at timestamptz not null,
  expires_at timestamptz,
  -- When `pat.expired` was emitted.
  expiry_emitted_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references member,
  constraint token_of_hash unique (token_hash, workspace_id),
  constraint token_grant_check check ((kind = 'oauth_access_token') = (grant_id is not null)),
  constraint token_session_check check ((kind = 'session') = (session_id is not null))
);
create index token_of_id on token (id);
create index token_of_credential on token (credential_id);
create index token_of_user on token (workspace_id, user_id);
create index token_of_session on token (workspace_id, session_id) where session_id is not null;
create index token_by_revocation on token (revoked_at) where revoked_at is not null;
create index access_token_by_expiry on token (expires_at) where kind = 'oauth_access_token';
create index session_token_by_expiry on token (expires_at) where kind = 'session';
create index pat_by_expiry on token (expires_at)
  where kind = 'personal_access_token' and expiry_emitted_at is null and revoked_at is null;

-- Addresses that have used a credential, to detect new ones.
create table credential_address (
  workspace_id uuid not null references workspace,
  credential_id uuid not null,
  address text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (workspace_id, credential_id, address)
);
create index credential_address_by_use on credential_address (last_used_at);

create table audit_entry (
  workspace_id uuid not null references workspace,
  id uuid not null,
  at timestamptz not null,
  type text not null,
  actor_type text not null,
  actor_id text,
  credential_id text,
  address text,
  request_id text,
  details jsonb not null,
  primary key (workspace_id, id)
);
create index audit_entry_newest on audit_entry (workspace_id, at desc, id desc);
create index audit_entry_by_age on audit_entry (at);

create table oauth_app (
  workspace_id uuid not null references workspace,
  id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  client_type text not null check (client_type in ('confidential', 'public')),
  name text not null,
  redirect_uris text[] not null,
  scopes text[] not null,
  -- Of a public client, the hash of no secret.
  secret_hash bytea not null,
  -- The former secret is accepted for a while after a rotation.
  previous_secret_hash bytea,
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create index oauth_app_of_id on oauth_app (id);

-- The access that a user has given to an app by one consent.
create table oauth_grant (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When `grant.expired` was emitted.
  expiry_emitted_at timestamptz,
  refreshed_at timestamptz not null,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, app_id) references oauth_app,
  foreign key (workspace_id, user_id) references member
);
create index oauth_grant_of_user on oauth_grant (workspace_id, user_id);
create index oauth_grant_of_app on oauth_grant (workspace_id, app_id);
create index oauth_grant_by_expiry on oauth_grant (expires_at) where expiry_emitted_at is null and revoked_at is null;

create table oauth_code (
  code_hash bytea not null,
  workspace_id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  redirect_uri text not null,
  scopes text[] not null,
  challenge text,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The grant that it was exchanged for: revoked when the code is used again.
  grant_id uuid,
  primary key (code_hash, workspace_id),
  foreign key (workspace_id, app_id) references oauth_app,
  foreign key (workspace_id, user_id) references member
);
create index oauth_code_by_expiry on oauth_code (expires_at);

create table refresh_token (
  token_hash bytea not null,
  workspace_id uuid not null,
  grant_id uuid not null,
  expires_at timestamptz not null,
  successor_hash bytea,
  -- Encrypted with a key derived from this token, so that only its owner can obtain the successor again.
  encrypted_successor bytea,
  primary key (token_hash, workspace_id),
  foreign key (workspace_id, grant_id) references oauth_grant on delete cascade
);
create index refresh_token_of_grant on refresh_token (workspace_id, grant_id);
create index refresh_token_by_expiry on refresh_token (expires_at);

-- The hash is that of the cookie, which is the only secret. The id is the credential of the session's access tokens.
create table login_session (
  id_hash bytea not null,
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  browser text,
  address text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (id_hash, workspace_id),
  foreign key (workspace_id, user_id) references member
);
create unique index login_session_of_id on login_session (workspace_id, id);
create index login_session_of_user on login_session (workspace_id, user_id);
create index login_session_by_age on login_session (last_seen_at);

-- A valid authorization request until the user has decided it.
create table consent_request (
  id_hash bytea not null,
  workspace_id uuid not null references workspace,
  session_hash bytea not null,
  app_id uuid not null,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  challenge text,
  expires_at timestamptz not null,
  primary key (id_hash, workspace_id),
  foreign key (session_hash, workspace_id) references login_session on delete cascade,
  foreign key (workspace_id, app_id) references oauth_app
);
create index consent_request_of_session on consent_request (session_hash);
create index consent_request_by_expiry on consent_request (expires_at);

-- Failed sign-ins by a hash of account or address, so that the table does not list existing accounts.
create table login_failure (
  subject bytea primary key,
  failures integer not null,
  ends_at timestamptz not null,
  -- Until when sign-ins of a subject have to wait; null while they need not.
  blocked_until timestamptz
);
create index login_failure_by_end on login_failure (ends_at);

-- Open invitations: one that is accepted, revoked or replaced goes.
create table invitation (
  workspace_id uuid not null references workspace,
  id uuid not null,
  token_hash bytea not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('admin', 'agent', 'viewer')),
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  constraint invitation_of_hash unique (token_hash, workspace_id),
  constraint invitation_of_email unique (workspace_id, email_key),
  foreign key (workspace_id, invited_by) references member
);
create index invitation_of_inviter on invitation (workspace_id, invited_by);
create index invitation_by_expiry on invitation (expires_at);

-- Links by which users choose a new password: at most one of each user.
create table password_reset (
  workspace_id uuid not null references workspace,
  user_id uuid not null,
  token_hash bytea not null,
  created_by uuid not null,
  -- The API key, token or grant that made the link, which ends when that is revoked; null for the console.
  credential_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, user_id),
  constraint password_reset_of_hash unique (token_hash, workspace_id),
  foreign key (workspace_id, user_id) references member,
  foreign key (workspace_id, created_by) references member
);
create index password_reset_of_creator on password_reset (workspace_id, created_by);
create index password_reset_of_credential on password_reset (workspace_id, credential_id);
create index password_reset_by_expiry on password_reset (expires_at);

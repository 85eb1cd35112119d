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
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, user_id),
  constraint password_reset_of_hash unique (token_hash, workspace_id),
  foreign key (workspace_id, user_id) references member,
  foreign key (workspace_id, created_by) references member
);
create index password_reset_of_creator on password_reset (workspace_id, created_by);
create index password_reset_by_expiry on password_reset (expires_at);

-- Apps in test mode, public clients, and the former secret, which is accepted for a while after a rotation. `secret_hash` of a
-- public client is the hash of no secret, so that the release before this one refuses the client.
alter table oauth_app
  add column mode text not null default 'live' check (mode in ('live', 'test')),
  add column client_type text not null default 'confidential' check (client_type in ('confidential', 'public')),
  add column previous_secret_hash bytea,
  add column previous_secret_expires_at timestamptz;

-- Access tokens of sessions, of which a session has several at a time.
alter table token add column session_id uuid;
alter table token drop constraint token_kind_check;
alter table token
  add constraint token_kind_check
    check (kind in ('api_key', 'personal_access_token', 'oauth_access_token', 'session')) not valid,
  add constraint token_session_check check ((kind = 'session') = (session_id is not null)) not valid;

-- migration: outside-transaction
create index concurrently token_of_session on token (workspace_id, session_id) where session_id is not null;
create index concurrently session_token_by_expiry on token (expires_at) where kind = 'session';

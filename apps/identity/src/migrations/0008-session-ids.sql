-- migration: outside-transaction
create unique index concurrently login_session_of_id on login_session (workspace_id, id);

-- Users in conversations, for some seconds: what a crash of the server loses is reported again before it would have ended.
create unlogged table presence (
  workspace_id uuid not null,
  mode text not null,
  conversation_id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('viewing', 'composing')),
  expires_at timestamptz not null,
  primary key (workspace_id, mode, conversation_id, user_id)
  -- Each report updates a row in its page: no index has what it changes.
) with (fillfactor = 50);

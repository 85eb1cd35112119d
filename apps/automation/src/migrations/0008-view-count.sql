-- What views have counted while somebody asks for their counts. Lost in a crash of the server: they are counted when asked for again.
create unlogged table view_count (
  workspace_id uuid not null,
  mode text not null,
  view_id uuid not null,
  -- Who is `me` in the filter; nobody where it has none.
  user_id uuid not null,
  -- Of the view: a count of an earlier filter counts for nothing.
  version integer not null,
  resource text not null,
  -- Null until it is counted.
  count integer,
  is_bound boolean,
  as_of timestamptz,
  wanted_at timestamptz not null,
  due_at timestamptz not null,
  -- A count that takes long is not due again at once, whatever changes.
  not_before timestamptz not null,
  primary key (workspace_id, mode, view_id, user_id)
) with (fillfactor = 50);
create index view_count_due on view_count (due_at);
create index view_count_wanted on view_count (wanted_at);

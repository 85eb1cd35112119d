create table note (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  title text not null,
  rank integer not null,
  slug text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  constraint note_slug unique (workspace_id, mode, slug)
);

create table member (
  workspace_id uuid not null,
  id uuid not null,
  version integer not null,
  email text not null,
  mode text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);

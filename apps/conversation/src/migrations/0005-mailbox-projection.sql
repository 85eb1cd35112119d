-- Mailboxes, which belong to the mail service; kept up to date by events.
create table mailbox_projection (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  -- The address and the aliases.
  addresses text[] not null,
  inbox_id uuid,
  created_at timestamptz not null,
  -- The row is kept, so that no late event brings the mailbox back.
  deleted boolean not null default false,
  sequence text not null,
  primary key (workspace_id, mode, id)
);

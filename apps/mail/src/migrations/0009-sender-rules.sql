-- Whose mails are held back, and whose are not.
create table sender_rule (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  sender text not null,
  -- The address or domain in the form in which they are compared.
  sender_key text not null,
  action text not null check (action in ('block', 'allow')),
  origin text not null check (origin in ('manual', 'released')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index sender_rule_sender on sender_rule (workspace_id, mode, sender_key);
create index sender_rule_created on sender_rule (workspace_id, mode, created_at, id);

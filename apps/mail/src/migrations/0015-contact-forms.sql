-- Contact forms of web sites, which are sent to {mail_url}/forms/{key}.
create table contact_form (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- What names the form in its URL: all that is known of the tenant of a submission.
  key text not null,
  allowed_origins text[] not null,
  redirect_url text,
  inbox_id uuid,
  mailbox_id uuid,
  tags text[] not null,
  confirmation boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index contact_form_key on contact_form (key);
create index contact_form_created on contact_form (workspace_id, mode, created_at, id);

-- What was written into forms, until it is a message of a conversation.
create table form_submission (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  form_id uuid not null,
  -- `waiting` for the confirmation of its sender, `stored` until the conversation has it, `delivered` without its content.
  status text not null check (status in ('waiting', 'stored', 'delivered')),
  -- The hash of what was written, by which a repetition is known; null once one is a submission of its own.
  content_key bytea,
  -- The hash of the token in the link that confirms it; null without one.
  token_hash bytea,
  -- Who has written what: {name, address, subject, body}; null once the conversation has it.
  content jsonb,
  is_confirmed boolean not null default false,
  -- Chosen before the conversation is told of it, so that it is told twice of one message, not of two.
  message_id uuid not null,
  conversation_id uuid not null,
  attempts integer not null default 0,
  -- When it is tried next; while it is, when another process may.
  due_at timestamptz not null,
  -- When it is deleted; null while it is stored.
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index form_submission_content on form_submission (workspace_id, mode, form_id, content_key);
create unique index form_submission_token on form_submission (token_hash) where token_hash is not null;
create index form_submission_due on form_submission (due_at) where status = 'stored';
create index form_submission_expiring on form_submission (expires_at) where expires_at is not null;

-- A process of the release before leaves what it does not know in the queue.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('invitation', 'password_reset', 'webhook_disabled', 'mailbox_disconnected', 'form_confirmation')) not valid;
alter table notice validate constraint notice_kind_check;

-- Mails that arrived: stored with their bytes before their transport is told that they were taken over, and read afterwards.
create table incoming_mail (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  mailbox_id uuid not null,
  status text not null check (status in ('stored', 'delivered', 'quarantined', 'ignored', 'failed', 'discarded')),
  reason jsonb,
  -- When a mail with the status `stored` is read; later than it came after an outage.
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- A user has released it: it becomes a message whatever it was held back for.
  is_released boolean not null default false,
  -- What names it at its transport: a mail that is fetched again has the same one.
  transport_key text,
  -- What two copies of a mail have in common; null until it was read.
  content_key bytea,
  -- The address of the sender in the form in which addresses are compared, and a hash of the text: what floods have in common.
  sender_key text,
  body_hash bytea,
  envelope jsonb not null,
  type text,
  sender jsonb,
  subject text,
  authentication jsonb,
  source_file_id uuid not null,
  size integer not null,
  -- Its message or it itself was deleted: only the keys are left, by which a copy that arrives again is known.
  is_forgotten boolean not null default false,
  -- The message that it becomes, and the conversation that it begins unless it belongs to another one: chosen before it is read, so that
  -- a call that is repeated after a crash makes nothing twice.
  message_id uuid not null,
  new_conversation_id uuid not null,
  -- Null until it is a message.
  conversation_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index incoming_mail_transport on incoming_mail (workspace_id, mode, mailbox_id, transport_key)
  where transport_key is not null;
create unique index incoming_mail_content on incoming_mail (workspace_id, mode, content_key) where content_key is not null;
create unique index incoming_mail_message on incoming_mail (workspace_id, mode, message_id);
create index incoming_mail_created on incoming_mail (workspace_id, mode, created_at, id);
create index incoming_mail_status on incoming_mail (workspace_id, mode, status, created_at, id);
create index incoming_mail_conversation on incoming_mail (workspace_id, mode, conversation_id) where conversation_id is not null;
create index incoming_mail_sender on incoming_mail (workspace_id, mode, sender_key, created_at) where sender_key is not null;
-- What is to be read, in the order in which it came.
create index incoming_mail_queue on incoming_mail (workspace_id, mailbox_id, id) where status = 'stored';
create index incoming_mail_held on incoming_mail (updated_at) where status not in ('stored', 'delivered') and not is_forgotten;
create index incoming_mail_forgotten on incoming_mail (updated_at) where is_forgotten;

alter table mailbox_activity
  add column last_received_at timestamptz,
  -- The process that reads the mails of the mailbox at present, and until when.
  add column reader_id uuid,
  add column reader_until timestamptz not null default '-infinity';

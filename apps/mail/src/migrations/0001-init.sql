create table mailbox (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  inbox_id uuid,
  address text not null,
  aliases text[] not null,
  from_name text,
  signature text,
  send_delay integer not null,
  on_unknown text not null check (on_unknown in ('hold', 'retry')),
  subaddressing boolean not null,
  per_minute integer not null check (per_minute > 0),
  per_day integer check (per_day > 0),
  concurrency integer not null check (concurrency > 0),
  -- Without its secrets.
  transport jsonb not null,
  -- The secrets of the transport as a JSON object, encrypted; null without any.
  encrypted_secrets bytea,
  -- Incremented by each change of the transport: connections of the one before are closed.
  transport_version integer not null default 1,
  status text not null check (status in ('connected', 'disconnected', 'disabled')),
  status_reason jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index mailbox_created on mailbox (workspace_id, mode, created_at, id);
create index mailbox_name on mailbox (workspace_id, mode, name_order, id);
create index mailbox_inbox on mailbox (workspace_id, inbox_id) where inbox_id is not null;

-- The addresses of mailboxes: each belongs to one of the installation. Those of sandboxes receive and send nothing, so that their
-- key begins with the tenant.
create table mailbox_address (
  key text primary key,
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null
);
create index mailbox_address_mailbox on mailbox_address (workspace_id, mode, mailbox_id);

-- What the sending of a mailbox changes all the time, apart from its settings, whose version stays.
create table mailbox_activity (
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null,
  -- Failures of the mailbox as a whole since its last success, after each of which it pauses for longer.
  failures integer not null default 0,
  paused_until timestamptz not null default '-infinity',
  -- The token bucket of mails per minute, which is empty until then.
  limited_until timestamptz not null default '-infinity',
  day_began_at timestamptz not null default '-infinity',
  sent_in_day integer not null default 0,
  last_sent_at timestamptz,
  -- Until then a process replaces the access token of the mailbox, and no other one does.
  token_leased_until timestamptz not null default '-infinity',
  primary key (workspace_id, mode, mailbox_id)
);

create table outgoing_mail (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  mailbox_id uuid not null,
  conversation_id uuid not null,
  message_id uuid not null,
  -- Its place among the mails of its conversation, from 1.
  number integer not null,
  status text not null check (status in
    ('queued', 'sending', 'sent', 'delivered', 'unknown', 'bounced', 'failed', 'cancelled')),
  -- When it is tried next; while it is sent, when its lease ends; null if it is not tried again.
  due_at timestamptz,
  -- A mail before it in its conversation is not done: it waits for that one, whose end makes it due.
  is_blocked boolean not null default false,
  -- The attempt whose result counts: the last one, also of a mail whose outcome is unknown because its process was late.
  lease_token uuid,
  dispatcher_id uuid,
  -- From then on its bytes may have reached the server, which may have accepted them.
  handed_over_at timestamptz,
  -- Attempts that used up one of the schedule.
  attempts integer not null default 0,
  -- It was sent once more because its outcome was unknown.
  is_repeated boolean not null default false,
  expires_at timestamptz not null,
  error jsonb,
  -- One for each recipient: {address, status, error}.
  recipients jsonb not null,
  -- Its message was redacted: who received it is forgotten once nothing more is sent.
  is_erased boolean not null default false,
  -- The composed mail, whose bytes never change: its Message-ID, which is chosen before, and the file that has it.
  mail_id text,
  sender text,
  -- Recipients whom no header names, once it is composed.
  blind text[] not null default '{}',
  source_file_id uuid,
  size integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
-- What waits or is being sent, for the claims of dispatchers, which belong to no tenant.
create index outgoing_mail_queue on outgoing_mail (workspace_id, mailbox_id, due_at, id) where due_at is not null;
create index outgoing_mail_sending on outgoing_mail (workspace_id, mailbox_id) where status = 'sending';
create index outgoing_mail_leased on outgoing_mail (due_at) where status = 'sending';
create index outgoing_mail_conversation on outgoing_mail (workspace_id, mode, conversation_id, number);
-- What the mails after them in a conversation may have to wait for. Of no use to other statements, whatever is known of the table.
create index outgoing_mail_waiting on outgoing_mail (conversation_id, number)
  where status in ('queued', 'sending');
create index outgoing_mail_message on outgoing_mail (workspace_id, mode, message_id, id);
create index outgoing_mail_expiring on outgoing_mail (expires_at) where status = 'queued';

create table dispatcher (
  id uuid primary key,
  expires_at timestamptz not null
);

-- A hash of each Message-ID by which a conversation is found again.
create table thread_reference (
  workspace_id uuid not null,
  mode text not null,
  key bytea not null,
  conversation_id uuid not null,
  message_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, mode, key)
);
create index thread_reference_conversation on thread_reference (workspace_id, mode, conversation_id, created_at);

-- Tokens in the address that replies go to.
create table reply_address (
  workspace_id uuid not null,
  mode text not null,
  token text not null,
  conversation_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, mode, token)
);
create unique index reply_address_conversation on reply_address (workspace_id, mode, conversation_id);

create table suppression (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  address text not null,
  address_key text not null,
  reason text not null check (reason in ('bounced', 'complained', 'manual')),
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index suppression_address on suppression (workspace_id, mode, address_key);
create index suppression_created on suppression (workspace_id, mode, created_at, id);
create index suppression_expiring on suppression (expires_at) where expires_at is not null;

create table sending_domain (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  domain text not null,
  selector text not null,
  public_key text not null,
  encrypted_key bytea not null,
  status text not null check (status in ('pending', 'verified', 'failed')),
  record_states jsonb not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index sending_domain_domain on sending_domain (workspace_id, mode, domain);
-- A verified domain belongs to one workspace of the installation.
create unique index sending_domain_verified on sending_domain (domain) where status = 'verified';
create index sending_domain_created on sending_domain (workspace_id, mode, created_at, id);

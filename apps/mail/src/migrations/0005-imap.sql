-- The process that fetches the mails of a mailbox from its IMAP server: one at a time.
create table imap_lease (
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null,
  holder_id uuid,
  leased_until timestamptz not null default '-infinity',
  -- The mailbox was disconnected because its IMAP server refuses the sign-in: one that works connects it.
  has_failed boolean not null default false,
  primary key (workspace_id, mode, mailbox_id)
);
create index imap_lease_holder on imap_lease (holder_id);

-- How far each folder was read.
create table imap_folder (
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null,
  folder text not null,
  -- Whose folder it is: a hash of the server and the user, and the user.
  account text not null,
  username text not null,
  -- UIDs are of use only with it (RFC 9051 section 2.3.1.1).
  uid_validity bigint not null,
  -- All mails up to it are stored.
  last_uid bigint not null,
  -- The folder had other UIDs before. Mails up to this one may have been there before the mailbox received: their dates tell.
  walk_end bigint not null,
  started_at timestamptz not null,
  primary key (workspace_id, mode, mailbox_id, folder)
);

create index mailbox_fetched on mailbox (workspace_id, mode, id) where transport ->> 'type' = 'imap_smtp';

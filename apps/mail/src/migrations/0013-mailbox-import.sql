-- Mails that were in a folder before its mailbox read it, and are imported.
alter table incoming_mail
  -- When an imported mail arrived at its server, which dates its message; null of one that arrives now.
  add column arrived_at timestamptz,
  drop constraint incoming_mail_status_check,
  -- A mail of an import that nobody has read is `importing`: a process of an older version takes what is `stored` for a mail that arrives
  -- now, and would answer it. All values of before are allowed, so that nothing has to be looked at.
  add constraint incoming_mail_status_check
    check (status in ('stored', 'importing', 'delivered', 'quarantined', 'ignored', 'failed', 'discarded')) not valid;

create table mailbox_import (
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null,
  since timestamptz not null,
  -- The folder in which the UIDs below are of use, as in `imap_folder`; null until it was opened.
  account text,
  uid_validity bigint,
  -- All mails up to it are imported, or were not to be.
  last_uid bigint not null default 0,
  -- The last mail of the folder when the import began: those behind it arrive.
  end_uid bigint,
  -- Messages that it has made.
  imported integer not null default 0,
  completed_at timestamptz,
  primary key (workspace_id, mode, mailbox_id)
);

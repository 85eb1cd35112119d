-- The mails of the last test of a mailbox, which it has sent to itself, and what is known of their way back.
create table mailbox_probe (
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null,
  -- What a header of the mail to the address, and of the one to a subaddress, has: it is known to nobody else.
  token text not null,
  plus_token text not null,
  -- Their Message-IDs, by which a report that one could not be delivered is known.
  mail_id text not null,
  plus_mail_id text not null,
  started_at timestamptz not null,
  -- What has not arrived by then is taken for lost.
  deadline_at timestamptz not null,
  arrived_at timestamptz,
  -- Whether it arrived with its Message-ID and its References, and what proves its sender.
  has_message_id boolean,
  has_references boolean,
  authentication jsonb,
  plus_arrived_at timestamptz,
  -- The server has refused the mail to the subaddress, or reported that it could not be delivered.
  is_plus_refused boolean not null default false,
  -- What the probe before has found out of subaddresses, for the time until this one has.
  worked_before boolean,
  primary key (workspace_id, mode, mailbox_id)
);

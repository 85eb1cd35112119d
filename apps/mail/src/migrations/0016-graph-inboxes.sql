-- How far the inbox of a mailbox was read through Microsoft Graph.
create table graph_inbox (
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null,
  -- Whose inbox it is: the tenant and the user.
  account text not null,
  -- The link of the next round of the delta query: all mails of the rounds before are stored. Null until the first one, and once it has expired.
  delta_link text,
  -- When the mailbox began to receive: what arrived before is none of its mails.
  started_at timestamptz not null,
  -- When the newest mail that is stored arrived.
  last_received_at timestamptz,
  primary key (workspace_id, mode, mailbox_id)
);

-- Those that are fetched over IMAP or from Graph.
drop index mailbox_fetched;
create index mailbox_fetched on mailbox (workspace_id, mode, id) where transport ->> 'after_receiving' is not null;

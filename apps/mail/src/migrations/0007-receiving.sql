alter table mailbox
  -- How a provider hands over its mails: the type, the token of its URL, the topic; without the secret. Null: none does.
  add column receiving jsonb,
  -- What proves that a request is of the provider, as a JSON object, encrypted; null without any.
  add column encrypted_receiving_secret bytea;

-- The tokens of the URLs that providers call: all that is known of the tenant of a request.
create table mailbox_receiver (
  token text primary key,
  workspace_id uuid not null,
  mode text not null,
  mailbox_id uuid not null
);
create unique index mailbox_receiver_mailbox on mailbox_receiver (workspace_id, mode, mailbox_id);

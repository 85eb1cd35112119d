-- What a message leaves through, or came through.
alter table message add column mailbox_id uuid;
alter table message add column connection_id uuid;
-- Id of the message in the channel of its connection.
alter table message add column external_key text;
-- When the contact sent it, if its connector or the mail told.
alter table message add column sent_at timestamptz;
-- What a mail repeats of earlier messages, which `body` is without.
alter table message add column quoted_body text;
-- Addresses and subject as the API shows them, if it is a mail.
alter table message add column email jsonb;
-- The body as it was given, which only the mail service reads.
alter table message add column html text;
-- The last of the numbers of its conversation under which it was to leave.
alter table message add column outgoing_number integer;

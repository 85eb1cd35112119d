-- Id of the conversation in the channel of its connection.
alter table conversation add column external_key text;
-- How many times its messages were to leave through a mailbox: the mail service keeps that order.
alter table conversation add column outgoing_number integer not null default 0;
-- Addresses that its messages were sent to by mail, beside that of its contact.
alter table conversation add column participants jsonb not null default '[]';

-- Whose Authentication-Results prove senders: the id that the server of the mailbox writes into them. Null: nobody's.
alter table mailbox add column authserv_id text;

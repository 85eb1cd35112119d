-- The hash of what a mail shows: its text, its HTML and its files. Null of mails that were read before it was stored, and of those whose
-- content is gone.
alter table incoming_mail add column shown_hash bytea;

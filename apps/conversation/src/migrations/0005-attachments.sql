-- Files attached to the message as the API shows them, without their URLs, which are signed at each read. The file service owns
-- the files.
alter table message add column attachments jsonb not null default '[]';

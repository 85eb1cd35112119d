-- Whether the file was that of no other message any more when this attachment was not confirmed yet: if it is undone, the file goes.
alter table attachment add column is_last boolean not null default false;

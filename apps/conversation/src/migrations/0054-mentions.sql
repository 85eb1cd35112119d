-- Users whom a note mentions.
alter table message add column mentions uuid[] not null default '{}';

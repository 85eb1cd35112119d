-- Search words, kept by the triggers of record-search.sql (docs/adr/0011-search.md). A table of its own: a change of status
-- writes no words, and a read of the record fetches none. A record has a row of its own words, whose `part` is its id, and
-- may have more of what belongs to it.
create table {{record}}_search (
  workspace_id uuid not null,
  mode text not null,
  created_at timestamptz not null,
  id uuid not null,
  part uuid not null,
  words tsvector not null,
  primary key (workspace_id, mode, created_at, id, part)
);
-- Statistics would be of the words of all tenants, and a plan that is based on them wrong for most.
alter table {{record}}_search alter column words set statistics 0;
-- New words wait in a pending list, which each search reads too, and enter the index together: that costs a fifth of
-- adding them row by row.
create index {{record}}_search_words on {{record}}_search using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 256);

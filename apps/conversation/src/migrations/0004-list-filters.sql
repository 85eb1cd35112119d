-- What makes two spellings one tag is decided in one place, `tagKey`; `tag_use` has its results.
alter table conversation add column tag_keys text[] not null default '{}';
update conversation c
   set tag_keys = coalesce(
     (select u.tag_keys from tag_use u
       where u.workspace_id = c.workspace_id and u.mode = c.mode and u.subject_kind = 'conversation'
         and u.subject_id = c.id and cardinality(u.tag_keys) = cardinality(c.tags)),
     (select array_agg(lower(tag)) from unnest(c.tags) tag))
 where c.tags <> '{}';

-- Tenant and tag as one text, because without btree_gin an inverted index has only one column. A loop, because starting
-- a query costs more than all the rest of a row's index entries. Not repeatable: the index stores its results.
create function tenant_keys(workspace_id uuid, mode text, keys text[]) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  tenant text := workspace_id || '/' || mode || '/'; key text; all_keys text[] := '{}';
begin
  foreach key in array keys loop
    all_keys := all_keys || (tenant || key);
  end loop;
  return all_keys;
end $$;
create index conversation_of_tag on conversation using gin (tenant_keys(workspace_id, mode, tag_keys))
  where tag_keys <> '{}';

-- One for each sort of the list, with the columns of its filters: rows that a filter excludes are not read (ADR 12).
drop index conversation_created, conversation_updated, conversation_priority, conversation_status_updated,
  conversation_status_priority, conversation_assignee_updated, conversation_assignee_priority,
  conversation_channel_created, conversation_channel_updated, conversation_channel_priority;
create index conversation_created on conversation
  (workspace_id, mode, created_at, id, status, priority_rank, channel, assignee_id, inbox_id);
create index conversation_updated on conversation
  (workspace_id, mode, updated_at, id, status, priority_rank, channel, assignee_id, inbox_id, created_at);
create index conversation_priority on conversation
  (workspace_id, mode, priority_rank, id, status, channel, assignee_id, inbox_id, created_at);
create index conversation_of_inbox on conversation (workspace_id, mode, inbox_id, created_at, id)
  where inbox_id is not null;

-- Rows that are only ever added leave pages that an index-only scan cannot use until they are vacuumed.
alter table conversation set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);

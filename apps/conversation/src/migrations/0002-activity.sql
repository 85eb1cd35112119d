alter table conversation
  add column inbox_id uuid,
  -- What the messages say of their conversation, changed with each of them.
  add column last_message_at timestamptz,
  add column last_message_by text check (last_message_by in ('user', 'contact')),
  add column messages_count integer not null default 0,
  -- Time of the first message of the contact that no reply of a user followed.
  add column waiting_since timestamptz;

update conversation c
   set messages_count = m.n, last_message_at = m.last_at, last_message_by = m.last_by, waiting_since = (
     select min(w.created_at) from message w
      where w.workspace_id = c.workspace_id and w.mode = c.mode and w.conversation_id = c.id
        and w.author_type = 'contact' and w.created_at > coalesce(m.replied_at, '-infinity'))
  from (
    select workspace_id, mode, conversation_id, count(*) as n, max(created_at) as last_at,
        (array_agg(author_type order by created_at desc, id desc))[1] as last_by,
        max(created_at) filter (where author_type = 'user' and type = 'reply') as replied_at
      from message group by 1, 2, 3) m
 where m.workspace_id = c.workspace_id and m.mode = c.mode and m.conversation_id = c.id;

-- What the list is sorted by: never null; conversations without a message are first.
alter table conversation add column last_message_order timestamptz not null
  generated always as (coalesce(last_message_at, '-infinity')) stored;
-- With the columns of the filters: rows that a filter excludes are not read (ADR 12).
create index conversation_last_message on conversation
  (workspace_id, mode, last_message_order, id, status, priority_rank, channel, assignee_id, inbox_id, created_at);

-- Tickets whose conversation was merged into another one, which they were linked to by that: they go back if the merge is undone.
create table followed_merge (
  workspace_id uuid not null,
  mode text not null,
  conversation_id uuid not null,
  ticket_id uuid not null,
  merged_into uuid not null,
  primary key (workspace_id, mode, conversation_id, ticket_id)
);
create index followed_merge_of_ticket on followed_merge (workspace_id, mode, ticket_id);

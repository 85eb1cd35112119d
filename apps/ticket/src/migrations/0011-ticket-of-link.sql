-- migration: outside-transaction
-- For the links of a deleted ticket.
create index concurrently ticket_of_link on ticket using gin (links jsonb_path_ops) where links <> '[]';

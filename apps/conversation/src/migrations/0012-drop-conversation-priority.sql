-- migration: outside-transaction
drop index concurrently if exists conversation_priority;

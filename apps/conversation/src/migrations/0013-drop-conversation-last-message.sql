-- migration: outside-transaction
drop index concurrently if exists conversation_last_message;

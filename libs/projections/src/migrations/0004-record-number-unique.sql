-- migration: outside-transaction
create unique index concurrently {{record}}_number on {{record}} (workspace_id, mode, number);

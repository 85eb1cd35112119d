-- migration: outside-transaction
create index concurrently {{record}}_of_snooze on {{record}} (workspace_id, mode, snoozed_until) where snoozed_until is not null;

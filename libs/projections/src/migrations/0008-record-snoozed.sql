-- migration: outside-transaction
create index concurrently {{record}}_snoozed on {{record}} (snoozed_until) where snoozed_until is not null;

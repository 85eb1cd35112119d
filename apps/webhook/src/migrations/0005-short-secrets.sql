-- Null for a secret of less than 16 characters.
alter table webhook alter column secret_last4 drop not null;

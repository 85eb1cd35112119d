-- Conditions on the record of an event; null for none.
alter table webhook add column filter jsonb;

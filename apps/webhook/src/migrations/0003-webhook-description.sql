alter table webhook add column description text;
-- By the database's clock, like `occurred_at` of an outbox; null means since `created_at`.
alter table webhook add column enabled_at timestamptz;

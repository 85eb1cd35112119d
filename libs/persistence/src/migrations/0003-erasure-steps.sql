-- The next step by its name, and its position: numbers are those of one release. With the round that they belong to, since a process of the
-- release before continues by the columns `step` and `position`, and knows nothing of this one.
alter table erasure add column continues jsonb;

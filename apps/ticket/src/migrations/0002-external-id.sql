alter table ticket add column external_id text;

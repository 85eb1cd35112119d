create table contact (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  email text,
  -- The address without regard to case: what makes it unique and findable.
  email_key text collate "C",
  name text,
  phone text,
  -- Derived from it with the country of the workspace (phone-numbers.ts).
  phone_e164 text,
  phone_digits text,
  phone_national text,
  company text,
  external_id text,
  -- What lists are sorted by: never null; names as people sort them, addresses by their characters.
  name_order text collate "und-x-icu" not null generated always as (lower(coalesce(name, ''))) stored,
  email_order text collate "C" not null generated always as (coalesce(email_key, '')) stored,
  company_order text collate "und-x-icu" not null generated always as (lower(coalesce(company, ''))) stored,
  custom_fields jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  constraint contact_email unique (workspace_id, mode, email_key)
-- Rows that are only ever added leave pages that an index-only scan cannot use until they are vacuumed.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
create index contact_created on contact (workspace_id, mode, created_at, id);
-- With the time that a list can be filtered by: rows that are passed over are not read.
create index contact_updated on contact (workspace_id, mode, updated_at, id, created_at);
create index contact_by_name on contact (workspace_id, mode, name_order, id, created_at);
create index contact_by_email on contact (workspace_id, mode, email_order, id, created_at);
create index contact_by_company on contact (workspace_id, mode, company_order, id, created_at);
create unique index contact_external_id on contact (workspace_id, mode, external_id) where external_id is not null;
create index contact_email_reversed on contact (workspace_id, mode, reverse(email_key));
create index contact_phone on contact (workspace_id, mode, phone_e164) where phone_e164 is not null;
create index contact_phone_digits on contact (workspace_id, mode, phone_digits) where phone_digits is not null;

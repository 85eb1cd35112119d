-- Projections of contacts and users, whose records belong to other services; kept up to date by events.
create table contact_projection (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  name text,
  email text,
  email_key text,
  phone text,
  phone_e164 text,
  -- The digits with which it is dialled in its own country.
  phone_national text,
  -- The row is kept for the records that refer to the contact.
  deleted boolean not null default false,
  sequence text not null,
  primary key (workspace_id, mode, id)
);
-- With the id, so that an index-only scan finds the contacts whose address matches a pattern.
create index contact_projection_email on contact_projection (workspace_id, mode, email_key, id);

create table user_projection (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null,
  sequence text not null,
  primary key (workspace_id, id)
);

-- Contacts whose records before a position in time still have search documents with an earlier name.
create table reindex_queue (
  workspace_id uuid not null,
  mode text not null,
  contact_id uuid not null,
  before_at timestamptz not null,
  before_id uuid not null,
  primary key (workspace_id, mode, contact_id)
);

-- Renamed and deleted tags that the records of the service may still carry, applied per tenant in the order of their events.
create table tag_change (
  workspace_id uuid not null,
  mode text not null,
  sequence text not null,
  old_key text not null,
  -- Null if the tag was deleted.
  new_name text,
  -- The records up to this id have been changed.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (workspace_id, mode, sequence)
);

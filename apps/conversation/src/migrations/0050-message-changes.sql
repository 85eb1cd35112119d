alter table message
  add column edited_at timestamptz,
  add column edited_by uuid,
  add column redacted_by uuid;

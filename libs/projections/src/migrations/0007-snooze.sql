alter table {{record}}
  add column snoozed_until timestamptz,
  -- When the snooze was set: messages that are older do not end it.
  add column snoozed_at timestamptz,
  add column wake_on_reply boolean not null default true;

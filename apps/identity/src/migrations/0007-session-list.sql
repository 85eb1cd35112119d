-- What users see of their sessions. The id is the credential of its access tokens; the cookie stays the only secret. Processes
-- of the release before this one add sessions too, which get an id by the default.
alter table login_session
  add column id uuid not null default gen_random_uuid(),
  add column browser text,
  add column address text;

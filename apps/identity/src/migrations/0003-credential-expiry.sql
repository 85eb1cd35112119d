-- When `pat.expired` and `grant.expired` were emitted.
alter table token add column expiry_emitted_at timestamptz;
alter table oauth_grant add column expiry_emitted_at timestamptz;
create index pat_by_expiry on token (expires_at)
  where kind = 'personal_access_token' and expiry_emitted_at is null and revoked_at is null;
create index oauth_grant_by_expiry on oauth_grant (expires_at) where expiry_emitted_at is null and revoked_at is null;

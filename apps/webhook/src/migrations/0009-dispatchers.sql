-- Processes that send deliveries, each of which renews its row (renew-dispatcher.sql).
create table dispatcher (
  id uuid primary key,
  -- Since when it has been renewed in time.
  alive_since timestamptz not null,
  expires_at timestamptz not null
);

-- migration: outside-transaction
create index concurrently {{record}}_of_team on {{record}} (workspace_id, mode, team_id, created_at, id) where team_id is not null;

alter table inbox add column team_id uuid;

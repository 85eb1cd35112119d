-- Users as members of their teams.
create or replace view team_user as
  select t.workspace_id, t.team_id, t.joined_at, u.id, u.version, u.email, u.name, u.role, u.status, u.avatar_url,
    u.created_at, u.updated_at, u.name_order, u.email_order, u.availability, u.availability_until, u.capacity
    from team_member t join member u on u.workspace_id = t.workspace_id and u.id = t.user_id;

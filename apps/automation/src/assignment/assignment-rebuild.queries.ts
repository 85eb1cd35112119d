import { tenantStatement, workspaceStatement } from '@parley/persistence';
import { LOCKED_MAX } from '../rebuilding/record-pages.ts';

// What is corrected keeps its sequence: an event that is on its way and older than the owner's answer is followed by the later ones.

export const lockTeams = workspaceStatement<{ id: string }>(
  'assignment_team.lock_next',
  'select id from assignment_team where workspace_id = $1 and id > $2 order by id limit 100 for update',
);

export const lockMembers = workspaceStatement<{ user_id: string }>(
  'assignment_member.lock',
  'select user_id from assignment_member where workspace_id = $1 and team_id = $2 order by user_id for update',
);

export const lockUsers = workspaceStatement<{ id: string }>(
  'assignment_user.lock',
  'select id from assignment_user where workspace_id = $1 and id = any($2::uuid[]) order by id for update',
);

/** Teams behind an id and before another one, which their owner does not have. */
export const stopTeams = workspaceStatement<{ id: string }>(
  'assignment_team.stop',
  `update assignment_team set assignment_mode = 'manual', max_open_per_user = null
    where workspace_id = $1 and id = any($2::uuid[]) and assignment_mode <> 'manual' returning id`,
);

export const correctTeam = workspaceStatement<{ id: string }>(
  'assignment_team.correct',
  `insert into assignment_team as known (workspace_id, id, assignment_mode, max_open_per_user, sequence) values ($1, $2, $3, $4, '')
   on conflict (workspace_id, id) do update set assignment_mode = excluded.assignment_mode, max_open_per_user = excluded.max_open_per_user
    where (known.assignment_mode, known.max_open_per_user) is distinct from (excluded.assignment_mode, excluded.max_open_per_user)
   returning id`,
);

export const correctUser = workspaceStatement<{ id: string }>(
  'assignment_user.correct',
  `insert into assignment_user as known (workspace_id, id, name, is_active, availability, availability_until, capacity, sequence)
   values ($1, $2, $3, $4, $5, $6, $7, '')
   on conflict (workspace_id, id) do update set name = excluded.name, is_active = excluded.is_active,
     availability = excluded.availability, availability_until = excluded.availability_until, capacity = excluded.capacity
    where (known.name, known.is_active, known.availability, known.availability_until, known.capacity) is distinct from
      (excluded.name, excluded.is_active, excluded.availability, excluded.availability_until, excluded.capacity)
   returning id`,
);

/** The members of a team are those alone. */
export const correctMembers = workspaceStatement<{ user_id: string }>(
  'assignment_member.correct',
  `with gone as (
     update assignment_member set is_member = false
      where workspace_id = $1 and team_id = $2 and user_id <> all($3::uuid[]) and is_member returning user_id),
   here as (
     insert into assignment_member as known (workspace_id, team_id, user_id, is_member, sequence)
     select $1, $2, user_id, true, '' from unnest($3::uuid[]) member (user_id)
     on conflict (workspace_id, team_id, user_id) do update set is_member = true where not known.is_member
     returning user_id)
   select user_id from gone union all select user_id from here`,
);

export interface KnownRecord {
  id: string;
  is_open: boolean;
}

export const lockRecords = tenantStatement<KnownRecord>(
  'assignment_record.lock_known',
  `select id, is_open from assignment_record
    where workspace_id = $1 and mode = $2 and kind = $3 and id > $4 and id <= $5 order by id limit ${LOCKED_MAX} for update`,
);

/** Records that are open and have a team or an assignee, or are known. */
export const correctRecord = tenantStatement<{ id: string }>(
  'assignment_record.correct',
  `insert into assignment_record as known
     (workspace_id, mode, kind, id, team_id, assignee_id, is_open, arrived_at, sequence, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, '', now())
   on conflict (workspace_id, mode, kind, id) do update set team_id = excluded.team_id, assignee_id = excluded.assignee_id,
     is_open = excluded.is_open, arrived_at = excluded.arrived_at, updated_at = excluded.updated_at,
     reserved_for = case when excluded.assignee_id is null and excluded.is_open and excluded.team_id = known.team_id
       then known.reserved_for end
    where (known.team_id, known.assignee_id, known.is_open) is distinct from
      (excluded.team_id, excluded.assignee_id, excluded.is_open)
   returning id`,
);

/** Records that their owner does not have. */
export const closeRecords = tenantStatement<{ id: string }>(
  'assignment_record.close',
  `update assignment_record set is_open = false, reserved_for = null, updated_at = now()
    where workspace_id = $1 and mode = $2 and kind = $3 and id = any($4::uuid[]) and is_open returning id`,
);

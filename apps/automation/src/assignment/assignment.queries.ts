import type { Assignment, AvailabilityStatus, Mode } from '@parley/contracts';
import { pruneStatement, systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';
import type { Candidate } from './assignment.rules.ts';

export type RecordKind = 'ticket' | 'conversation';

export const upsertTeam = workspaceStatement<never>(
  'assignment_team.upsert',
  `insert into assignment_team (workspace_id, id, assignment_mode, max_open_per_user, sequence) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, id) do update set assignment_mode = excluded.assignment_mode,
     max_open_per_user = excluded.max_open_per_user, sequence = excluded.sequence
   where assignment_team.sequence < excluded.sequence`,
);

export const upsertUser = workspaceStatement<never>(
  'assignment_user.upsert',
  `insert into assignment_user (workspace_id, id, name, is_active, availability, availability_until, capacity, sequence)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (workspace_id, id) do update set name = excluded.name, is_active = excluded.is_active,
     availability = excluded.availability, availability_until = excluded.availability_until, capacity = excluded.capacity,
     sequence = excluded.sequence
   where assignment_user.sequence < excluded.sequence`,
);

export const upsertMember = workspaceStatement<never>(
  'assignment_member.upsert',
  `insert into assignment_member (workspace_id, team_id, user_id, is_member, sequence) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, team_id, user_id) do update set is_member = excluded.is_member, sequence = excluded.sequence
   where assignment_member.sequence < excluded.sequence`,
);

/** A reservation ends with the event of its assignment, and when the record is no longer one that could be assigned. */
export const upsertRecord = tenantStatement<never>(
  'assignment_record.upsert',
  `insert into assignment_record as known
     (workspace_id, mode, kind, id, team_id, assignee_id, is_open, arrived_at, sequence, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
   on conflict (workspace_id, mode, kind, id) do update set team_id = excluded.team_id, assignee_id = excluded.assignee_id,
     is_open = excluded.is_open, sequence = excluded.sequence, updated_at = excluded.updated_at,
     reserved_for = case when excluded.assignee_id is null and excluded.is_open and excluded.team_id = known.team_id
       then known.reserved_for end
   where known.sequence < excluded.sequence`,
);

/** The availability of a user at the time of the statement: an end that has passed has changed it. */
const IS_ONLINE = `u.is_active and case when u.availability_until is null or u.availability_until > now()
  then u.availability = 'online' else u.availability <> 'online' end`;

const IS_WAITING = 'r.is_open and r.assignee_id is null and r.reserved_for is null';

/** Tenants of which a team has records that wait and somebody who is online, at most 100. */
export const findTenantsToServe = systemStatement<{ workspace_id: string; mode: Mode }>(
  'assignment.find_tenants',
  'one loop serves all tenants',
  `select distinct r.workspace_id, r.mode from assignment_team t
     join assignment_member m on m.workspace_id = t.workspace_id and m.team_id = t.id and m.is_member
     join assignment_user u on u.workspace_id = m.workspace_id and u.id = m.user_id and ${IS_ONLINE}
     join lateral (select r.workspace_id, r.mode from assignment_record r
       where r.workspace_id = t.workspace_id and r.team_id = t.id and r.mode in ('live', 'test') and ${IS_WAITING} limit 1) r on true
    where t.assignment_mode <> 'manual' limit 100`,
);

export const addLock = tenantStatement<never>(
  'assignment_lock.add',
  'insert into assignment_lock (workspace_id, mode) values ($1, $2) on conflict do nothing',
);

/**
 * Notes that events of a tenant arrive late: nothing is assigned before none has done so for two seconds, a minute at most, because a record
 * that came earlier may not be known yet.
 */
export const markBehind = tenantStatement<never>(
  'assignment_lock.mark_behind',
  `with added as (
     insert into assignment_lock (workspace_id, mode, behind_since, behind_until) values ($1, $2, now(), now() + interval '2 seconds')
     on conflict do nothing)
   update assignment_lock set
     behind_since = case when behind_until > now() - interval '10 seconds' then behind_since else now() end,
     behind_until = case when behind_until > now() - interval '10 seconds'
       then least(now() + interval '2 seconds', behind_since + interval '1 minute') else now() + interval '2 seconds' end
    where workspace_id = $1 and mode = $2 and (behind_until is null or behind_until < now() + interval '1 second')`,
);

/** No row while another process decides, or events arrive late. */
export const lockTenant = tenantStatement<{ mode: Mode }>(
  'assignment_lock.lock',
  `select mode from assignment_lock
    where workspace_id = $1 and mode = $2 and (behind_until is null or behind_until <= now()) for update skip locked`,
);

export interface TeamToServe {
  id: string;
  mode: Assignment['mode'];
  max_open_per_user: number | null;
}

export const findTeamsToServe = tenantStatement<TeamToServe>(
  'assignment.find_teams',
  `select t.id, t.assignment_mode as mode, t.max_open_per_user from assignment_team t
    where t.workspace_id = $1 and t.assignment_mode <> 'manual' and exists (select from assignment_record r
      where r.workspace_id = $1 and r.mode = $2 and r.team_id = t.id and ${IS_WAITING})
    order by t.id`,
);

export interface WaitingRecord {
  kind: RecordKind;
  id: string;
  team_id: string;
}

export const findWaiting = tenantStatement<WaitingRecord>(
  'assignment.find_waiting',
  `select r.kind, r.id, r.team_id from assignment_record r
    where r.workspace_id = $1 and r.mode = $2 and r.team_id = $3 and ${IS_WAITING}
    order by r.arrived_at, r.id limit 100`,
);

const OPEN_OF = `(select count(*)::int from assignment_record r
  where r.workspace_id = $1 and r.mode = $2 and r.is_open and coalesce(r.assignee_id, r.reserved_for) = u.id`;

export const findCandidates = tenantStatement<Candidate>(
  'assignment.find_candidates',
  `select u.id as user_id, u.capacity, m.last_turn::float8 as last_turn,
     ${OPEN_OF}) as open, ${OPEN_OF} and r.team_id = $3) as open_in_team
    from assignment_member m join assignment_user u on u.workspace_id = m.workspace_id and u.id = m.user_id
   where m.workspace_id = $1 and m.team_id = $3 and m.is_member and ${IS_ONLINE}`,
);

/** Reserves records for users, unless an event has changed what they are since they were read. Returns those that it reserved. */
export const reserve = tenantStatement<{ id: string }>(
  'assignment.reserve',
  `update assignment_record r set reserved_for = chosen.user_id, reserved_at = now()
     from unnest($3::text[], $4::uuid[], $5::uuid[]) chosen (kind, id, user_id)
    where r.workspace_id = $1 and r.mode = $2 and r.kind = chosen.kind and r.id = chosen.id and r.team_id = $6 and ${IS_WAITING}
    returning r.id`,
);

export const recordTurns = workspaceStatement<never>(
  'assignment_member.record_turns',
  `update assignment_member m set last_turn = taken.turn
     from (select user_id, max(turn) as turn from unnest($3::uuid[], $4::bigint[]) turns (user_id, turn) group by user_id) taken
    where m.workspace_id = $1 and m.team_id = $2 and m.user_id = taken.user_id`,
);

/** A record that its owner refuses is not assigned before an event says that it can be; one whose user is inactive waits again. */
export const release = tenantStatement<never>(
  'assignment.release',
  `update assignment_record set reserved_for = null, is_open = is_open and $6
    where workspace_id = $1 and mode = $2 and kind = $3 and id = $4 and reserved_for = $5`,
);

export const deactivate = workspaceStatement<never>(
  'assignment_user.deactivate',
  'update assignment_user set is_active = false where workspace_id = $1 and id = $2',
);

/** Reservations whose outcome is unknown, such as those of a process that ended. They are tried again. */
export const findStaleReservations = systemStatement<
  WaitingRecord & { workspace_id: string; mode: Mode; user_id: string }
>(
  'assignment.find_stale',
  'one loop serves all tenants',
  `update assignment_record r set reserved_at = now()
     from (select workspace_id, mode, kind, id from assignment_record
            where reserved_for is not null and reserved_at < now() - interval '10 seconds'
            order by reserved_at limit 100 for update skip locked) stale
    where r.workspace_id = stale.workspace_id and r.mode = stale.mode and r.kind = stale.kind and r.id = stale.id
   returning r.workspace_id, r.mode, r.kind, r.id, r.team_id, r.reserved_for as user_id`,
);

export interface LoadRow {
  user_id: string;
  name: string;
  availability: AvailabilityStatus;
  availability_until: Date | null;
  open: number;
  open_in_team: number;
}

export const findTeamOfLoad = workspaceStatement<TeamToServe>(
  'assignment_team.find',
  `select id, assignment_mode as mode, max_open_per_user from assignment_team where workspace_id = $1 and id = $2`,
);

export const findLoads = tenantStatement<LoadRow>(
  'assignment.find_loads',
  `select u.id as user_id, u.name, u.availability, u.availability_until,
     ${OPEN_OF}) as open, ${OPEN_OF} and r.team_id = $3) as open_in_team
    from assignment_member m join assignment_user u on u.workspace_id = m.workspace_id and u.id = m.user_id
   where m.workspace_id = $1 and m.team_id = $3 and m.is_member and u.is_active order by u.name, u.id`,
);

export const countWaiting = tenantStatement<{ waiting: number; oldest: Date | null }>(
  'assignment.count_waiting',
  `select count(*)::int as waiting, min(r.arrived_at) as oldest from assignment_record r
    where r.workspace_id = $1 and r.mode = $2 and r.team_id = $3 and ${IS_WAITING}`,
);

export const pruneRecords = pruneStatement(
  'assignment_record.prune',
  'assignment_record',
  'workspace_id, mode, kind, id',
  'updated_at',
  'not is_open',
);

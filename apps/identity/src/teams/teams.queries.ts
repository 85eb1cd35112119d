import { anyWord, defineList, equals } from '@parley/lists';
import { Selection, workspaceStatement } from '@parley/persistence';
import { USER_PROFILES, type UserProfileRow } from '../users/users.queries.ts';
import { TeamRow } from './team.entity.ts';

export type CountedTeamRow = TeamRow & { members_count: number };

export interface MemberRow extends UserProfileRow {
  joined_at: Date;
}

const TEAMS = Selection.of(TeamRow).with<Pick<CountedTeamRow, 'members_count'>>(
  `(select count(*)::int from team_member m
    where m.workspace_id = $1 and m.team_id = team.id) as members_count`,
);

const MEMBERS = USER_PROFILES.from<MemberRow>('team_user', 'joined_at');

export const findTeam = workspaceStatement<CountedTeamRow>(
  'team.find',
  `${TEAMS.select()} where workspace_id = $1 and id = $2`,
);

export const findNextTeam = workspaceStatement<CountedTeamRow>(
  'team.find_next',
  `${TEAMS.select()} where workspace_id = $1 and id > $2 order by id limit 1`,
);

export const findTeamForUpdate = workspaceStatement<CountedTeamRow>(
  'team.find_for_update',
  `${findTeam.text} for update`,
);

export const deleteMembers = workspaceStatement<never>(
  'team.delete_members',
  'delete from team_member where workspace_id = $1 and team_id = $2',
);

export const deleteTeam = workspaceStatement<never>(
  'team.delete_row',
  'delete from team where workspace_id = $1 and id = $2',
);

export const findMember = workspaceStatement<MemberRow>(
  'member.find',
  `${MEMBERS.select()} where workspace_id = $1 and team_id = $2 and id = $3`,
);

export const findMembers = workspaceStatement<MemberRow>(
  'member.find_all',
  `${MEMBERS.select()} where workspace_id = $1 and team_id = $2 order by id`,
);

/** Returns a row unless the user is a member already. */
export const addMember = workspaceStatement<{ user_id: string }>(
  'member.add',
  `insert into team_member (workspace_id, team_id, user_id, joined_at) values ($1, $2, $3, $4)
   on conflict do nothing returning user_id`,
);

export const removeMember = workspaceStatement<{ user_id: string }>(
  'member.remove',
  'delete from team_member where workspace_id = $1 and team_id = $2 and user_id = $3 returning user_id',
);

export const findTeamsOfUser = workspaceStatement<{ team_id: string }>(
  'member.teams_of_user',
  'select team_id from team_member where workspace_id = $1 and user_id = $2',
);

export const findTeamIds = workspaceStatement<{ id: string }>(
  'team.find_ids',
  'select id from team where workspace_id = $1 and id = any($2::uuid[])',
);

export const insertTeam = workspaceStatement<never>(
  'team.insert_missing',
  `insert into team (workspace_id, id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)
   on conflict (workspace_id, name) do nothing`,
);

export const joinTeam = workspaceStatement<{ team_id: string }>(
  'team.join',
  `insert into team_member (workspace_id, team_id, user_id, joined_at)
   select workspace_id, id, $3, $4 from team where workspace_id = $1 and name = $2 returning team_id`,
);

export const teamList = defineList<CountedTeamRow>({
  name: 'team.list',
  rows: TEAMS,
  shared: true,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: {},
});

/** The handler adds the team to the query. */
export const memberList = defineList<MemberRow>({
  name: 'member.list',
  rows: MEMBERS,
  shared: true,
  sorts: { created_at: 'created_at', joined_at: 'joined_at', name: 'name_order', email: 'email_order' },
  filters: { team: equals('team_id'), role: anyWord('role'), status: anyWord('status') },
});

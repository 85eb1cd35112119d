import { defineList, equals } from '@parley/lists';
import { workspaceStatement } from '@parley/persistence';
import type { UserProfileRow } from '../users/users.queries.ts';

export interface TeamRow {
  id: string;
  version: number;
  name: string;
  description: string | null;
  members_count: number;
  created_at: Date;
  updated_at: Date;
}

export interface MemberRow extends UserProfileRow {
  joined_at: Date;
}

const SELECT = `select team.*, (select count(*)::int from team_member m
    where m.workspace_id = team.workspace_id and m.team_id = team.id) as members_count
  from team`;

export const findTeam = workspaceStatement<TeamRow>(
  'team.find',
  `${SELECT} where workspace_id = $1 and id = $2`,
);

export const insertTeam = workspaceStatement<never>(
  'team.insert',
  `insert into team (workspace_id, id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)
   on conflict (workspace_id, name) do nothing`,
);

export const joinTeam = workspaceStatement<never>(
  'team.join',
  `insert into team_member (workspace_id, team_id, user_id, joined_at)
   select workspace_id, id, $3, $4 from team where workspace_id = $1 and name = $2`,
);

export const teamList = defineList<TeamRow>({
  name: 'team.list',
  select: SELECT,
  table: 'team',
  shared: true,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: {},
});

/** The handler adds the team to the query. */
export const memberList = defineList<MemberRow>({
  name: 'member.list',
  select: 'select team_user.* from team_user',
  table: 'team_user',
  shared: true,
  sorts: { created_at: 'created_at', joined_at: 'joined_at', name: 'name_order', email: 'email_order' },
  filters: { team: equals('team_id'), role: equals('role'), status: equals('status') },
});

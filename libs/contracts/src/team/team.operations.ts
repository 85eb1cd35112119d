import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, nullableString, Timestamp, UpdatedAt } from '../schema.ts';
import { User, userFilters } from '../user/user.operations.ts';

export const Team = z
  .object({
    id: idOf('team'),
    name: z.string().meta({ description: 'Display name', examples: ['Support'] }),
    description: nullableString('Purpose of the team, or null', 'First to answer'),
    members_count: z.int().meta({ description: 'Number of members', examples: [4] }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Team', description: 'A group of users' });
export type Team = z.output<typeof Team>;

export const TeamMember = User.extend({
  joined_at: Timestamp.meta({ description: 'Time at which the user joined the team' }),
}).meta({ id: 'TeamMember', description: 'A user and their membership in a team' });
export type TeamMember = z.output<typeof TeamMember>;

const TeamParams = z.object({ team_id: idOf('team') });

export const getTeam = defineOperation({
  id: 'team.get',
  route: 'GET /v1/teams/{team_id}',
  scope: 'users:read',
  summary: 'Retrieve a team',
  params: TeamParams,
  response: Team,
});

export const listTeams = defineOperation({
  id: 'team.list',
  route: 'GET /v1/teams',
  scope: 'users:read',
  summary: 'List teams',
  query: listQuery(['created_at', 'name'], {}),
  response: pageOf(Team),
});

export const listMembers = defineOperation({
  id: 'member.list',
  route: 'GET /v1/teams/{team_id}/members',
  scope: 'users:read',
  summary: 'List the members of a team',
  params: TeamParams,
  query: listQuery(['created_at', 'joined_at', 'name', 'email'], userFilters),
  response: pageOf(TeamMember),
});

import { z } from 'zod';
import { component, integer, nullableInteger, nullableString, string } from '../documented.ts';
import { defineOperation, noContent } from '../operation.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, nameText, text, Timestamp, UpdatedAt } from '../schema.ts';
import { User, userFilters } from '../user/user.operations.ts';

export const ASSIGNMENT_MODES = ['manual', 'round_robin', 'least_loaded'] as const;
const AssignmentMode = z.enum(ASSIGNMENT_MODES).meta({
  id: 'AssignmentMode',
  description:
    'Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`), or the one with the ' +
    'fewest open records (`least_loaded`)',
});
const MAX_OPEN =
  'Number of open records from which on a member is assigned no more by this team; null without a limit';

export const Assignment = component('Assignment', 'How the open records of a team are assigned', {
  mode: AssignmentMode,
  max_open_per_user: nullableInteger(MAX_OPEN, 10),
});
export type Assignment = z.output<typeof Assignment>;

export const Team = component('Team', 'A group of users', {
  id: idOf('team'),
  name: string('Display name', 'Support'),
  description: nullableString('Purpose of the team, or null', 'First to answer'),
  members_count: integer('Number of members', 4),
  assignment: Assignment,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Team = z.output<typeof Team>;

export const TeamMember = User.extend({
  joined_at: Timestamp.describe('Time at which the user joined the team'),
}).meta({ id: 'TeamMember', description: 'A user and their membership in a team' });
export type TeamMember = z.output<typeof TeamMember>;

const teams = defineResource('team', Team, { path: '/v1/teams', read: 'users:read', write: 'users:write' });
const TeamParams = teams.params;

export const getTeam = teams.get();

export const listTeams = teams.list({ query: listQuery(['created_at', 'name'], {}) });

export const listMembers = defineOperation({
  id: 'member.list',
  route: 'GET /v1/teams/{team_id}/members',
  scope: 'users:read',
  summary: 'List the members of a team',
  params: TeamParams,
  query: listQuery(['created_at', 'joined_at', 'name', 'email'], userFilters),
  response: pageOf(TeamMember),
});

const ADMINS =
  'Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.';

const writable = {
  name: nameText(255).meta({ description: 'Display name, unique in the workspace', examples: ['Support'] }),
  description: text(1_000, 0)
    .nullable()
    .meta({ description: 'Purpose of the team, or null', examples: ['First to answer'] }),
  assignment: z
    .object({
      mode: AssignmentMode,
      max_open_per_user: z
        .int()
        .min(1)
        .max(10_000)
        .nullable()
        .meta({ description: MAX_OPEN, examples: [10] }),
    })
    .partial()
    .describe(
      'How open records of the team that nobody is assigned to are assigned: only to members who are online',
    ),
};

export const createTeam = teams.create({
  description: ADMINS,
  body: z.object({
    name: writable.name.meta({ examples: ['Logistics'] }),
    description: writable.description.default(null),
    assignment: writable.assignment.default({}),
  }),
  errors: ['duplicate_value'],
});

export const updateTeam = teams.update({
  description: `Changes only the fields that are sent. ${ADMINS}`,
  body: z.object(writable).partial(),
  errors: ['duplicate_value'],
});

export const deleteTeam = teams.delete({
  description: `Its members stay users of the workspace. ${ADMINS}`,
});

export const addMember = defineOperation({
  id: 'member.create',
  route: 'POST /v1/teams/{team_id}/members',
  status: 201,
  scope: 'users:write',
  summary: 'Add a user to a team',
  description: `A user who is a member already stays one. ${ADMINS}`,
  params: TeamParams,
  body: z.object({ user_id: idOf('user').describe('Id of the user') }),
  response: TeamMember,
});

export const removeMember = defineOperation({
  id: 'member.delete',
  route: 'DELETE /v1/teams/{team_id}/members/{user_id}',
  scope: 'users:write',
  summary: 'Remove a user from a team',
  description: ADMINS,
  params: TeamParams.extend({ user_id: idOf('user') }),
  response: noContent,
  isUnversioned: true,
});

import { z } from 'zod';
import { idOf } from '../id.ts';
import { noContent } from '../operation.ts';
import { NewTeam, Team, TeamMember, TeamPatch } from '../team/team.operations.ts';
import { defineConsoleOperation, ReadVersion } from './console-operation.ts';

// Teams and their members are listed by `GET /v1/teams` of the public API.

const TeamParams = z.object({ team_id: idOf('team') });

export const createTeam = defineConsoleOperation({
  id: 'team.create',
  route: 'POST /teams',
  status: 201,
  roles: ['admin'],
  summary: 'Create a team',
  body: NewTeam,
  response: Team,
});

export const updateTeam = defineConsoleOperation({
  id: 'team.update',
  route: 'PATCH /teams/{team_id}',
  roles: ['admin'],
  summary: 'Change the name or the description of a team',
  params: TeamParams,
  /** Its version is `updated_at`. */
  body: TeamPatch.extend({ version: ReadVersion }),
  response: Team,
});

export const deleteTeam = defineConsoleOperation({
  id: 'team.delete',
  route: 'DELETE /teams/{team_id}',
  roles: ['admin'],
  summary: 'Delete a team; its members stay users of the workspace',
  params: TeamParams,
  response: noContent,
});

export const addTeamMember = defineConsoleOperation({
  id: 'team.add_member',
  route: 'POST /teams/{team_id}/members',
  status: 201,
  roles: ['admin'],
  summary: 'Add a user to a team; one who is a member already stays one',
  params: TeamParams,
  body: z.object({ user_id: idOf('user') }),
  response: TeamMember,
});

export const removeTeamMember = defineConsoleOperation({
  id: 'team.remove_member',
  route: 'DELETE /teams/{team_id}/members/{user_id}',
  roles: ['admin'],
  summary: 'Remove a user from a team',
  params: TeamParams.extend({ user_id: idOf('user') }),
  response: noContent,
});

import { z } from 'zod';
import { defineCall, defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { TeamSummary } from '../summaries.ts';

export const listTeamsOfUser = defineTenantCall({
  id: 'team.list_of_user',
  summary: 'The ids of the teams that a user is a member of',
  input: z.object({ userId: idOf('user') }),
  output: z.object({ ids: z.array(idOf('team')) }),
});

export const lookUpTeams = defineTenantCall({
  id: 'team.look_up_many',
  summary: 'The ids of teams that exist, among some',
  input: z.object({ ids: z.array(idOf('team')) }),
  output: z.object({ ids: z.array(idOf('team')) }),
});

export const lookUpTeam = defineCall({
  id: 'team.look_up',
  summary: 'Retrieve a team for a service that has no projection of it',
  input: z.object({ workspaceId: idOf('workspace'), teamId: idOf('team') }),
  output: TeamSummary.nullable(),
});

import { z } from 'zod';
import { component, integer } from '../documented.ts';
import { defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { Timestamp } from '../schema.ts';
import { Assignee } from '../summaries.ts';
import { Assignment } from '../team/team.operations.ts';
import { AvailabilityStatus } from '../user/availability.ts';

const MemberLoad = component('MemberLoad', 'What a member of a team works at', {
  user: Assignee.describe('The member'),
  availability: AvailabilityStatus,
  open: integer('Number of open records of the team that are assigned to the member', 4),
  open_in_all_teams: integer('Number of open records that are assigned to the member', 6),
});

export const TeamLoad = component('TeamLoad', 'What a team works at, in the mode of the credential', {
  team_id: idOf('team'),
  assignment: Assignment,
  waiting: integer('Number of open records of the team that nobody is assigned to', 3),
  oldest_waiting_since: Timestamp.nullable().describe('Time of creation of the oldest of them, or null'),
  members: z.array(MemberLoad).describe('The members of the team'),
});
export type TeamLoad = z.output<typeof TeamLoad>;

export const getTeamLoad = defineOperation({
  id: 'assignment.load',
  route: 'GET /v1/teams/{team_id}/load',
  scope: 'users:read',
  summary: 'Retrieve the load of a team',
  description:
    'Counts tickets and conversations whose status is `open` and that are not snoozed. The counts follow changes within a second or so.',
  params: z.object({ team_id: idOf('team') }),
  response: TeamLoad,
});

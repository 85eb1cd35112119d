import { z } from 'zod';
import { defineCall, defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { Team } from '../team/team.operations.ts';
import { User } from '../user/user.operations.ts';

const assignInput = { team_id: idOf('team'), assignee_id: idOf('user') };

/** `record_changed`: it is not an open, unassigned record of the team any more; an event says what it is. */
const AssignOutcome = z.object({ outcome: z.enum(['assigned', 'record_changed', 'user_inactive']) });
export type AssignOutcome = z.output<typeof AssignOutcome>['outcome'];

export const assignTicket = defineTenantCall({
  id: 'ticket.assign',
  summary: 'Assign an open ticket of a team that nobody is assigned to; a repeated call changes nothing',
  input: z.object({ id: idOf('ticket'), ...assignInput }),
  output: AssignOutcome,
});

export const assignConversation = defineTenantCall({
  id: 'conversation.assign',
  summary:
    'Assign an open conversation of a team that nobody is assigned to; a repeated call changes nothing',
  input: z.object({ id: idOf('conversation'), ...assignInput }),
  output: AssignOutcome,
});

export const describeTeam = defineCall({
  id: 'team.describe',
  summary: 'Retrieve a team with all its members, for a service that has no projection of them',
  input: z.object({ workspaceId: idOf('workspace'), teamId: idOf('team') }),
  output: z.object({ team: Team, users: z.array(User) }).nullable(),
});

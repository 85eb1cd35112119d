import { z } from 'zod';
import { defineCall, defineCommand, defineTenantCall } from '../call.ts';
import { Conversation } from '../conversation/conversation.operations.ts';
import { idOf } from '../id.ts';
import { Timestamp } from '../schema.ts';
import { Team } from '../team/team.operations.ts';
import { Ticket } from '../ticket/ticket.schema.ts';
import { User } from '../user/user.operations.ts';

/** Records of a page that read models are compared with. */
export const READ_MODEL_PAGE = 100;

export const pageTickets = defineTenantCall({
  id: 'ticket.page_for_read_models',
  summary: `The next ${READ_MODEL_PAGE} tickets in the order of their ids`,
  input: z.object({ after: idOf('ticket').nullable() }),
  output: z.object({ records: z.array(Ticket) }),
});

export const pageConversations = defineTenantCall({
  id: 'conversation.page_for_read_models',
  summary: `The next ${READ_MODEL_PAGE} conversations in the order of their ids, with the time of the first reply of a user`,
  input: z.object({ after: idOf('conversation').nullable() }),
  output: z.object({
    records: z.array(Conversation),
    first_replies: z.array(z.object({ conversation_id: idOf('conversation'), at: Timestamp })),
  }),
});

export const describeNextTeam = defineCall({
  id: 'team.describe_next',
  summary: 'Retrieve the next team in the order of ids with all its members; null behind the last',
  input: z.object({ workspaceId: idOf('workspace'), after: idOf('team').nullable() }),
  output: z.object({ team: Team, users: z.array(User) }).nullable(),
});

const input = z.object({
  workspace: idOf('workspace').describe('Id of the workspace'),
  after: z.string().min(1).max(200).optional().describe('Continues an interrupted run behind this place'),
});
const output = z.object({
  /** Records, and teams of assignments, that were compared with those of their owners. */
  compared: z.int(),
  /** What was missing or wrong. */
  corrected: z.int(),
  /** A call ends before its deadline; `null` if it has compared everything. The command repeats it. */
  continue_after: z.string().nullable(),
});
const example = { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41' } as const;

export const rebuildReports = defineCommand({
  command: 'report:rebuild',
  summary:
    'Correct what reports count in a workspace, from its tickets and conversations and from their events of the last 30 days',
  input,
  output,
  example,
});

export const rebuildAssignments = defineCommand({
  command: 'assignment:rebuild',
  summary:
    'Correct what assignments are decided on in a workspace, from its teams, tickets and conversations',
  input,
  output,
  example,
});

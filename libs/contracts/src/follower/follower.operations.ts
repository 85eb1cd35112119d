import { z } from 'zod';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { component } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineOperation, noContent } from '../operation.ts';
import { Timestamp } from '../schema.ts';

/** Followers of a record. */
export const FOLLOWERS_MAX = 50;

const Follower = component('Follower', 'A user who is notified of what happens to a record', {
  user_id: idOf('user'),
  followed_at: Timestamp.describe('Time since which the user follows it'),
});

export const Followers = component('Followers', 'Who follows a record', {
  followers: z.array(Follower).describe(`The followers, at most ${FOLLOWERS_MAX}, the first one first`),
});
export type Followers = z.output<typeof Followers>;

const FollowerInput = z.object({
  user_id: idOf('user')
    .optional()
    .describe('Id of an active user of the workspace; by default the user of the credential'),
});

const ADDING =
  'A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to follow twice changes nothing. ' +
  `A record has at most ${FOLLOWERS_MAX} followers; one that has them takes no more.`;
const TicketParams = z.object({ ticket_id: idOf('ticket') });

export const listTicketFollowers = defineOperation({
  id: 'ticket_follower.list',
  route: 'GET /v1/tickets/{ticket_id}/followers',
  scope: 'tickets:read',
  summary: 'List the followers of a ticket',
  params: TicketParams,
  response: Followers,
});

export const addTicketFollower = defineOperation({
  id: 'ticket_follower.create',
  route: 'POST /v1/tickets/{ticket_id}/followers',
  scope: 'tickets:write',
  summary: 'Follow a ticket',
  description: ADDING,
  params: TicketParams,
  body: FollowerInput,
  response: Followers,
});

export const removeTicketFollower = defineOperation({
  id: 'ticket_follower.delete',
  route: 'DELETE /v1/tickets/{ticket_id}/followers/{user_id}',
  scope: 'tickets:write',
  summary: 'Stop following a ticket',
  description: 'Removes a follower; 404 for a user who does not follow the ticket.',
  params: TicketParams.extend({ user_id: idOf('user') }),
  response: noContent,
  isUnversioned: true,
});

export const listConversationFollowers = defineOperation({
  id: 'conversation_follower.list',
  route: 'GET /v1/conversations/{conversation_id}/followers',
  scope: 'conversations:read',
  summary: 'List the followers of a conversation',
  params: ConversationParams,
  response: Followers,
});

export const addConversationFollower = defineOperation({
  id: 'conversation_follower.create',
  route: 'POST /v1/conversations/{conversation_id}/followers',
  scope: 'conversations:write',
  summary: 'Follow a conversation',
  description: ADDING,
  params: ConversationParams,
  body: FollowerInput,
  response: Followers,
});

export const removeConversationFollower = defineOperation({
  id: 'conversation_follower.delete',
  route: 'DELETE /v1/conversations/{conversation_id}/followers/{user_id}',
  scope: 'conversations:write',
  summary: 'Stop following a conversation',
  description: 'Removes a follower; 404 for a user who does not follow the conversation.',
  params: ConversationParams.extend({ user_id: idOf('user') }),
  response: noContent,
  isUnversioned: true,
});

import { z } from 'zod';
import { exampleId, idOf } from '../id.ts';
import { describeMerge, describeUnmerge, mergeIds } from '../merging/merge.schema.ts';
import { defineOperation } from '../operation.ts';
import { Conversation, ConversationParams, conversationSubject } from './conversation.operations.ts';

/** Messages that one merge can move: each is written, with its search words. */
export const MOVED_MESSAGES_MAX = 5_000;
/** Messages that one split can move. */
const SPLIT_MAX = 100;

export const mergeConversations = defineOperation({
  id: 'conversation.merge',
  route: 'POST /v1/conversations/{conversation_id}/merge',
  scope: 'conversations:write',
  summary: 'Merge conversations',
  description:
    describeMerge(
      'conversation',
      'their messages with their files, their participants and tags, and their custom fields that it lacks',
    ) +
    ` All have the same contact, and the merged ones have at most ${MOVED_MESSAGES_MAX} messages together. What the contact answers to a ` +
    'mail of a merged conversation, and what a connector receives for it, goes to this one. Linked tickets follow within a second.',
  params: ConversationParams,
  body: z.object({
    from_ids: mergeIds('conversation', 'Ids of the conversations to merge into this one'),
  }),
  response: Conversation,
});

export const unmergeConversations = defineOperation({
  id: 'conversation.unmerge',
  route: 'POST /v1/conversations/{conversation_id}/unmerge',
  scope: 'conversations:write',
  summary: 'Undo a merge of conversations',
  description: describeUnmerge(
    'conversation',
    ', with the messages that it brought and that were not moved since; participants stay in both',
  ),
  params: ConversationParams,
  body: z.object({
    ids: mergeIds('conversation', 'Ids of the conversations to give back, of `merged_from`'),
  }),
  response: Conversation,
});

export const splitConversation = defineOperation({
  id: 'conversation.split',
  route: 'POST /v1/conversations/{conversation_id}/split',
  status: 201,
  scope: 'conversations:write',
  summary: 'Split a conversation',
  description:
    'Moves messages into a new open conversation of the same contact, with the same priority, inbox, team, assignee and channel, without ' +
    'tags and custom fields. Files move with their messages. What answers a mail among them goes to the new conversation within a second, ' +
    'unless it is sent to a reply address of this one. Emits `conversation.created` for it, and `conversation.split` and `conversation.updated` for this one.',
  params: ConversationParams,
  body: z.object({
    message_ids: z
      .array(idOf('message'))
      .min(1)
      .max(SPLIT_MAX)
      .transform((ids) => [...new Set(ids)])
      .meta({
        description: `Ids of the messages to move, at most ${SPLIT_MAX}`,
        examples: [[exampleId('message')]],
      }),
    subject: conversationSubject
      .optional()
      .describe('Subject line of the new conversation; by default that of this one'),
  }),
  response: Conversation,
});

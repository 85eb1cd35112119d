import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { exampleId, idOf } from '../id.ts';
import { TagNames } from '../summaries.ts';
import { Conversation } from './conversation.operations.ts';

const conversationEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, summary, data: Conversation });

export const conversationCreated = conversationEvent('conversation.created', 'A conversation was created');
export const conversationUpdated = conversationEvent(
  'conversation.updated',
  'A conversation was updated; `previous` contains the old values',
);
export const conversationAssigned = conversationEvent(
  'conversation.assigned',
  'The assignee of a conversation changed; `previous` contains the old values',
);
export const conversationTeamChanged = conversationEvent(
  'conversation.team_changed',
  'A conversation was given to another team, or to none; `previous` contains the old values',
);
export const conversationSnoozed = conversationEvent(
  'conversation.snoozed',
  'A conversation was snoozed, or its snooze got another end; `previous` contains the old values',
);
export const conversationWoken = conversationEvent(
  'conversation.woken',
  'The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the old values',
);
export const conversationStatusChanged = conversationEvent(
  'conversation.status_changed',
  'The status of a conversation changed; `previous` contains the old values',
);
export const conversationMerged = defineEvent({
  type: 'conversation.merged',
  summary:
    'A conversation was merged into another one, which has its messages and answers for it; `data` contains both ids',
  data: z
    .object({
      id: idOf('conversation'),
      merged_into: idOf('conversation').describe('Id of the conversation that it was merged into'),
    })
    .describe('The merged conversation'),
});
export const conversationUnmerged = conversationEvent(
  'conversation.unmerged',
  'A conversation that had been merged into another one is a conversation of its own again, with its messages',
);
export const conversationSplit = defineEvent({
  type: 'conversation.split',
  summary: 'Messages of a conversation were moved into a new one; `data` contains their ids',
  data: z
    .object({
      id: idOf('conversation'),
      split_into: idOf('conversation').describe('Id of the new conversation'),
      message_ids: z.array(idOf('message')).meta({
        description: 'Ids of the messages that were moved',
        examples: [[exampleId('message')]],
      }),
    })
    .describe('The conversation that the messages were in'),
});
export const conversationDeleted = defineEvent({
  type: 'conversation.deleted',
  summary: 'A conversation and its messages were deleted; `data` contains only its id',
  data: z.object({ id: idOf('conversation') }).describe('The deleted conversation'),
});
/** One for each conversation, for the counts of tags; webhooks get a single `tag.updated` or `tag.deleted`. */
export const conversationTagsChanged = defineEvent({
  type: 'conversation.tags_changed',
  audience: 'bus',
  summary: 'A tag of the conversation was renamed or deleted',
  data: z.object({ id: idOf('conversation'), tags: TagNames }),
});

import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
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
export const conversationStatusChanged = conversationEvent(
  'conversation.status_changed',
  'The status of a conversation changed; `previous` contains the old values',
);
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

import { defineEvent } from '../event.ts';
import { Conversation } from './conversation.operations.ts';

const conversationEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({
    type,
    service: 'conversation',
    subject: 'conversation',
    audience: 'webhook',
    summary,
    data: Conversation,
  });

export const conversationCreated = conversationEvent('conversation.created', 'A new conversation');
export const conversationUpdated = conversationEvent(
  'conversation.updated',
  'A conversation changed; previous holds the old values',
);
export const conversationAssigned = conversationEvent(
  'conversation.assigned',
  'A conversation was assigned to another user',
);
export const conversationStatusChanged = conversationEvent(
  'conversation.status_changed',
  'The status of a conversation changed',
);

import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';
import { Timestamp } from '../schema.ts';
import { Conversation } from './conversation.operations.ts';

export const lookUpConversation = defineTenantCall({
  id: 'conversation.look_up',
  summary: 'Retrieve the conversation of a ticket; null if its id is unknown',
  input: z.object({ id: idOf('conversation') }),
  output: Conversation.nullable(),
});

export const findConversationsOfContact = defineTenantCall({
  id: 'conversation.find_of_contact',
  summary: 'Which of these conversations are those of a contact, which may be deleted',
  input: z.object({ contact_id: idOf('contact'), ids: z.array(idOf('conversation')).max(1_000) }),
  output: z.array(idOf('conversation')),
});

export const summarizeMessages = defineTenantCall({
  id: 'message.summarize',
  summary:
    'When, from an instant on, a user first replied in a conversation and its contact last wrote; null if it does not exist',
  input: z.object({ conversation_id: idOf('conversation'), since: Timestamp }),
  output: z.object({ replied_at: Timestamp.nullable(), contact_wrote_at: Timestamp.nullable() }).nullable(),
});

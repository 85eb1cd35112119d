import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../operation.ts';
import { Conversation } from './conversation.operations.ts';

export const lookUpConversation = defineTenantCall({
  id: 'conversation.look_up',
  summary: 'Retrieve the conversation of a ticket; null if its id is unknown',
  input: z.object({ id: idOf('conversation') }),
  output: Conversation.nullable(),
});

import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { Conversation, ConversationsUpdate } from '../conversation/conversation.operations.ts';
import { idOf, type IdKind } from '../id.ts';
import { text } from '../schema.ts';
import { Ticket } from '../ticket/ticket.schema.ts';
import { TicketsUpdate } from '../ticket/ticket.operations.ts';
import { MacroMessageType } from './macro.schema.ts';

const applyCall = <
  Kind extends IdKind & ('ticket' | 'conversation'),
  Update extends z.ZodType,
  R extends z.ZodType,
>(
  noun: Kind,
  update: Update,
  record: R,
) =>
  defineTenantCall({
    id: `${noun}.apply_macro`,
    summary: `Update a ${noun} and add a message in one transaction; a preview rolls it back`,
    input: z.object({
      id: idOf(noun),
      update,
      message: z.object({ type: MacroMessageType, body: text(1_048_576) }).nullable(),
      preview: z.boolean(),
    }),
    output: z.object({ before: record, after: record, message_id: idOf('message').nullable() }),
  });

export const applyMacroToConversation = applyCall('conversation', ConversationsUpdate, Conversation);
export const applyMacroToTicket = applyCall('ticket', TicketsUpdate, Ticket);

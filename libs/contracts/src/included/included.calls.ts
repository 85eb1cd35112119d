import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { Contact } from '../contact/contact.operations.ts';
import { Conversation } from '../conversation/conversation.operations.ts';
import { component } from '../documented.ts';
import { idOf, type IdKind } from '../id.ts';
import { Message } from '../message/message.schema.ts';
import { User } from '../user/user.operations.ts';
import type { Include } from './include.ts';

const lookUp = <Kind extends IdKind, Item extends z.ZodType>(
  id: `${string}.${string}`,
  summary: string,
  of: Kind,
  item: Item,
) =>
  defineTenantCall({
    id,
    summary,
    input: z.object({ ids: z.array(idOf(of)).max(100) }),
    output: z.array(item),
  });

export const lookUpContacts = lookUp(
  'contact.look_up_many',
  'Retrieve contacts that exist',
  'contact',
  Contact,
);
export const lookUpConversations = lookUp(
  'conversation.look_up_many',
  'Retrieve conversations that exist',
  'conversation',
  Conversation,
);
export const lookUpLastMessages = lookUp(
  'message.look_up_last',
  'Retrieve the last message of each of some conversations',
  'conversation',
  Message,
);
export const lookUpUsers = lookUp('user.look_up_many', 'Retrieve users of the workspace', 'user', User);

/** Where the records of each `include` are from, and in `included`; how many of them one answer has room for: a message has 2 MiB. */
export const INCLUDED = {
  contact: { group: 'contacts', call: lookUpContacts, atOnce: 100 },
  conversation: { group: 'conversations', call: lookUpConversations, atOnce: 100 },
  last_message: { group: 'messages', call: lookUpLastMessages, atOnce: 25 },
  assignee: { group: 'users', call: lookUpUsers, atOnce: 100 },
} as const satisfies Record<Include, unknown>;

export const Included = component(
  'Included',
  'The records that `include` asked for, each once, in no order',
  {
    contacts: z.array(Contact).optional().describe('With `include=contact`'),
    conversations: z.array(Conversation).optional().describe('With `include=conversation`'),
    messages: z.array(Message).optional().describe('With `include=last_message`'),
    users: z.array(User).optional().describe('With `include=assignee`'),
  },
);
export type Included = z.output<typeof Included>;

import { z } from 'zod';
import { Contact } from '../contact/contact.operations.ts';
import { Conversation } from '../conversation/conversation.operations.ts';
import { defineTenantCall } from '../call.ts';
import type { Scope } from '../scope.ts';
import { Ticket } from '../ticket/ticket.schema.ts';
import type { SearchTerm } from './search-query.ts';

const input = z.object({ terms: z.array(z.custom<SearchTerm>()), limit: z.int() });
const searchCall = <Item extends z.ZodType>(noun: z.output<typeof SearchType>, item: Item) =>
  defineTenantCall({
    id: `${noun}.search`,
    summary: `Search ${noun}s, ranked by relevance among the newest matches`,
    input,
    output: z.object({
      items: z.array(item),
      total_count: z.int(),
      total_count_relation: z.enum(['eq', 'gte']),
    }),
  });

export const searchConversations = searchCall('conversation', Conversation);
export const searchContacts = searchCall('contact', Contact);
export const searchTickets = searchCall('ticket', Ticket);

export const SearchType = z
  .enum(['conversation', 'contact', 'ticket'])
  .meta({ id: 'SearchType', description: 'Resource type to search; all by default' });

/** Resource types: the group in the response, the required scope, and the call that searches it. */
export const SEARCH_TYPES = {
  conversation: { group: 'conversations', scope: 'conversations:read', call: searchConversations },
  contact: { group: 'contacts', scope: 'contacts:read', call: searchContacts },
  ticket: { group: 'tickets', scope: 'tickets:read', call: searchTickets },
} as const satisfies Record<z.output<typeof SearchType>, { group: string; scope: Scope; call: unknown }>;

import { z } from 'zod';
import { Contact } from '../contact/contact.operations.ts';
import { Conversation } from '../conversation/conversation.operations.ts';
import { defineTenantCall } from '../operation.ts';
import type { Scope } from '../scope.ts';
import { Ticket } from '../ticket/ticket.operations.ts';
import type { SearchTerm } from './search-query.ts';

/** What one service is asked: a query of which it takes what its records understand, and how many of them to answer. */
const input = z.object({ terms: z.array(z.custom<SearchTerm>()), limit: z.int() });
const resultOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total_count: z.int(),
    total_count_relation: z.enum(['eq', 'gte']),
  });

export const searchConversations = defineTenantCall({
  id: 'conversation.search',
  service: 'conversation',
  summary: 'The conversations that a query finds, the best of the newest first',
  input,
  output: resultOf(Conversation),
});

export const searchContacts = defineTenantCall({
  id: 'contact.search',
  service: 'contact',
  summary: 'The contacts that a query finds, the best of the newest first',
  input,
  output: resultOf(Contact),
});

export const searchTickets = defineTenantCall({
  id: 'ticket.search',
  service: 'ticket',
  summary: 'The tickets that a query finds, the best of the newest first',
  input,
  output: resultOf(Ticket),
});

export const SearchType = z
  .enum(['conversation', 'contact', 'ticket'])
  .meta({ description: 'Only records of this kind' });

/** Each kind of record that is searched: its group in the answer, the scope that shows it, and who looks. */
export const SEARCH_TYPES = {
  conversation: { group: 'conversations', scope: 'conversations:read', call: searchConversations },
  contact: { group: 'contacts', scope: 'contacts:read', call: searchContacts },
  ticket: { group: 'tickets', scope: 'tickets:read', call: searchTickets },
} as const satisfies Record<z.output<typeof SearchType>, { group: string; scope: Scope; call: unknown }>;

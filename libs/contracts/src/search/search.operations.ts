import { z } from 'zod';
import { Contact, searchableContacts } from '../contact/contact.operations.ts';
import { Conversation, searchableConversations } from '../conversation/conversation.operations.ts';
import { defineOperation, withMeta } from '../operation.ts';
import { positiveInteger } from '../page.ts';
import { searchableTickets, Ticket } from '../ticket/ticket.operations.ts';
import { SEARCH_TYPES, SearchType } from './search.calls.ts';
import { searchQuery } from './search-query.ts';

const Group = z.enum(['conversations', 'contacts', 'tickets']);
export type SearchGroup = z.output<typeof Group>;

export const search = defineOperation({
  id: 'search.run',
  service: 'gateway',
  route: 'GET /v1/search',
  status: 200,
  scope: { anyOf: Object.values(SEARCH_TYPES).map(({ scope }) => scope) },
  scopesBy: {
    param: 'type',
    scopes: Object.fromEntries(Object.entries(SEARCH_TYPES).map(([type, { scope }]) => [type, scope])),
  },
  summary: 'Search conversations, contacts and tickets',
  description:
    'Finds conversations by their subjects, tags, custom fields, contacts and messages; contacts by their names, addresses, ' +
    'numbers, companies and custom fields; tickets by their subjects, descriptions, tags, custom fields and contacts. Of ' +
    'each kind the newest 500 matches are ranked, the best first. A kind that lacks a field of the query has no match. ' +
    'Kinds that the token may not read are empty; a `type` that it may not read is 403. When a part of the service cannot ' +
    'answer in time, its group is empty and `meta.partial` names it.',
  query: z.object({
    q: searchQuery(searchableConversations, searchableContacts, searchableTickets),
    type: SearchType.optional(),
    limit: positiveInteger
      .transform((value) => Math.min(value, 100))
      .default(20)
      .meta({ description: 'Records of each kind, 1 to 100; more is taken for 100', examples: [20] }),
  }),
  response: withMeta(
    z
      .object({
        conversations: z.array(Conversation).meta({ description: 'Conversations, the best first' }),
        contacts: z.array(Contact).meta({ description: 'Contacts, the best first' }),
        tickets: z.array(Ticket).meta({ description: 'Tickets, the best first' }),
      })
      .meta({ id: 'SearchResults', description: 'What was found' }),
    z
      .object({
        total_results: z
          .int()
          .meta({ description: 'Matches of all kinds, of each up to 10,000', examples: [3] }),
        total_results_relation: z.enum(['eq', 'gte']).meta({
          description:
            'gte where there are more matches of a kind than are counted, or a kind could not be searched',
        }),
        partial: z
          .array(Group.meta({ description: 'A group of the answer', examples: ['tickets'] }))
          .meta({ description: 'Groups that are empty because they could not be searched', examples: [[]] }),
      })
      .meta({ id: 'SearchMeta', description: 'How much was found' }),
  ),
});

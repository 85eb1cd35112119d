import { z } from 'zod';
import { component, integer } from '../documented.ts';
import { Contact, searchableContacts } from '../contact/contact.operations.ts';
import { Conversation, searchableConversations } from '../conversation/conversation.operations.ts';
import { defineOperation, withMeta } from '../operation.ts';
import { anyOf, upTo100 } from '../page.ts';
import { searchableTickets } from '../ticket/ticket.operations.ts';
import { Ticket } from '../ticket/ticket.schema.ts';
import { SEARCH_TYPES, SearchType } from './search.calls.ts';
import { searchQuery } from './search-query.ts';

const Group = z.enum(['conversations', 'contacts', 'tickets']);
export type SearchGroup = z.output<typeof Group>;

export const search = defineOperation({
  id: 'search.run',
  route: 'GET /v1/search',
  scope: { anyOf: Object.values(SEARCH_TYPES).map(({ scope }) => scope) },
  scopesBy: {
    param: 'type',
    scopes: Object.fromEntries(Object.entries(SEARCH_TYPES).map(([type, { scope }]) => [type, scope])),
  },
  summary: 'Search conversations, contacts and tickets',
  description:
    'Searches conversations by subject, tags, custom fields, contact and messages; contacts by name, e-mail address, phone ' +
    'number, company and custom fields; tickets by subject, description, tags, custom fields and contact. The newest 500 ' +
    'matches of each type are ranked by relevance; of more than 25, those are left out whose texts would make them larger than 4 MiB together. Types that the token has no scope for are empty; requesting one with `type` returns 403. If a type cannot be searched ' +
    'in time, its group is empty and listed in `meta.partial`.',
  query: z.object({
    q: searchQuery(searchableConversations, searchableContacts, searchableTickets),
    type: anyOf(SearchType, {
      description: 'Resource type to search; all by default',
      examples: ['ticket', 'conversation,ticket'],
    }),
    limit: upTo100('Maximum number of results per type', 20),
  }),
  response: withMeta(
    component('SearchResults', 'Search results by type', {
      conversations: z.array(Conversation).describe('Matching conversations, most relevant first'),
      contacts: z.array(Contact).describe('Matching contacts, most relevant first'),
      tickets: z.array(Ticket).describe('Matching tickets, most relevant first'),
    }),
    component('SearchMeta', 'Number of matches and completeness of the search', {
      total_results: integer('Number of matches of all types, counting at most 10,000 of each', 3),
      total_results_relation: z
        .enum(['eq', 'gte'])
        .describe(
          'Accuracy of `total_results`: `eq` if exact, `gte` if a count reached its limit or a type was not searched',
        ),
      partial: z.array(Group.meta({ description: 'Name of a group', examples: ['tickets'] })).meta({
        description: 'Groups that are empty because they could not be searched in time',
        examples: [[]],
      }),
    }),
  ),
});

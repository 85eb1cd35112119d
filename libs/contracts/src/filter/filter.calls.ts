import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { Conversation } from '../conversation/conversation.operations.ts';
import { SortOrder } from '../page.ts';
import { TagName } from '../schema.ts';
import { Ticket } from '../ticket/ticket.schema.ts';
import { RecordFilter } from './filter.schema.ts';

/** Lists the records that match a filter, which is valid, for the user of the caller. */
const listCall = <Item extends z.ZodType>(noun: 'ticket' | 'conversation', item: Item) =>
  defineTenantCall({
    id: `${noun}.list_matching`,
    summary: `List the ${noun}s that match the filter of a view`,
    input: z.object({
      filter: RecordFilter,
      page: z.int().min(1),
      per_page: z.int().min(1),
      cursor: z.string().optional(),
      sort: z.string(),
      order: SortOrder,
    }),
    output: z.object({
      items: z.array(item),
      total_count: z.int(),
      total_count_relation: z.enum(['eq', 'gte']),
      next_cursor: z.string().nullable(),
      resume_cursor: z.string().nullable(),
      is_partial: z.boolean().optional(),
    }),
  });

export const listMatchingTickets = listCall('ticket', Ticket);
export const listMatchingConversations = listCall('conversation', Conversation);

/** Views that are counted in one call. */
export const COUNTED_MAX = 100;

/** Counts the records of each filter for a user, who is `me` in it, up to `cap` and within a bounded number of records. */
const countCall = (noun: 'ticket' | 'conversation') =>
  defineTenantCall({
    id: `${noun}.count_matching`,
    summary: `Count the ${noun}s that match the filters of views`,
    input: z.object({
      filters: z.array(z.object({ filter: RecordFilter, me: idOf('user').nullable() })).max(COUNTED_MAX),
      cap: z.int().min(1),
    }),
    output: z.object({ counts: z.array(z.object({ count: z.int(), is_bound: z.boolean() })) }),
  });

export const countMatchingTickets = countCall('ticket');
export const countMatchingConversations = countCall('conversation');

export const lookUpTags = defineTenantCall({
  id: 'tag.look_up_many',
  summary: 'The names of tags that exist, among some, in their canonical form',
  input: z.object({ names: z.array(TagName) }),
  output: z.object({ keys: z.array(z.string()) }),
});

// Tools that find records.
import type { Contact } from '@parley/client';
import { z } from 'zod';
import { ArgumentError } from '../failures.ts';
import { contactItem, conversationItem, ticketItem } from '../records.ts';
import { pageResultOf, resultOf } from '../results.ts';
import { type Call, readTool, type Tool } from './tool.ts';

const RESULTS_MAX = 24;
const PER_PAGE = 20;
const CONTACTS_MAX = 5;
const OPEN_WORK_MAX = 15;

/** An id of a record. Anything else could lead to another operation. */
export const idInput: z.ZodString = z.string().regex(/^[a-z]+_[0-9a-z]{26}$/);
export const assigneeFilter: z.ZodOptional<z.ZodString> = z
  .string()
  .regex(/^(?:me|none|user_[0-9a-z]{26})$/)
  .optional();
export const cursorInput: z.ZodOptional<z.ZodString> = z
  .string()
  .max(2000)
  .optional()
  .describe('Of the result before');

const READ_ANY = ['conversations:read', 'contacts:read', 'tickets:read'];
const TYPES = ['conversation', 'contact', 'ticket'] as const;

export const search: Tool = readTool({
  name: 'search',
  title: 'Search',
  description:
    'Finds conversations, contacts and tickets by words in subjects, messages, names and tags. For lists by status or assignee ' +
    'use list_tickets.',
  anyScope: READ_ANY,
  input: z.object({
    q: z
      .string()
      .min(1)
      .max(500)
      .describe('Words that all match; "a phrase", -without, status:open, email:a@b.example, tag:vip'),
    types: z.array(z.enum(TYPES)).max(4).optional(),
  }),
  async run({ q, types }, { session, signal }) {
    const limit = Math.floor(RESULTS_MAX / (types?.length || TYPES.length));
    const { data, meta } = await session.parley.search({ q, type: types, limit }, { signal });
    const isMore = meta.total_results_relation === 'gte' ? 'at least ' : '';
    return resultOf({
      summary: `${isMore}${meta.total_results} matches.`,
      items: (max) => [
        ...data.tickets.map((ticket) => ticketItem(ticket, max)),
        ...data.conversations.map((conversation) => conversationItem(conversation, max)),
        ...data.contacts.map((contact) => contactItem(contact, Math.min(max, 100))),
      ],
      note:
        meta.partial.length === 0 ? undefined : 'The search took too long, so some records may be missing.',
    });
  },
});

const ORDERS = {
  newest: { sort: 'created_at', order: 'desc' },
  recently_updated: { sort: 'updated_at', order: 'desc' },
  most_urgent: { sort: 'priority', order: 'desc' },
  due_first: { sort: 'first_response_due', order: 'asc' },
} as const;

export const listTickets: Tool = readTool({
  name: 'list_tickets',
  title: 'List tickets',
  description:
    'Lists tickets, 20 at a time, by status, assignee, priority or SLA. For the text of one use get_ticket.',
  scopes: ['tickets:read'],
  input: z.object({
    status: z
      .array(z.enum(['open', 'pending', 'resolved', 'closed']))
      .max(4)
      .optional(),
    assignee: assigneeFilter,
    priority: z
      .array(z.enum(['urgent', 'high', 'normal', 'low']))
      .max(4)
      .optional(),
    sla: z
      .array(z.enum(['on_track', 'warning', 'breached', 'none']))
      .max(4)
      .optional(),
    sort: z.enum(['newest', 'recently_updated', 'most_urgent', 'due_first']).optional(),
    cursor: cursorInput,
  }),
  run({ status, assignee, priority, sla, sort = 'newest', cursor }, { session, signal }) {
    const filters = {
      status,
      assignee: assignee === undefined ? undefined : [assignee],
      priority,
      sla_status: sla,
    };
    return pageResultOf(
      PER_PAGE,
      (size) =>
        session.parley.tickets.list({ ...filters, ...ORDERS[sort], per_page: size, cursor }, { signal }),
      ({ data, meta }) => ({
        summary: `${data.length} of ${meta.total_count} tickets.`,
        items: (max) => data.map((ticket) => ticketItem(ticket, max)),
        cursor: meta.next_cursor,
      }),
    );
  },
});

export const findContact: Tool = readTool({
  name: 'find_contact',
  title: 'Find a contact',
  description:
    'Finds contacts by email, phone or name (give one), with their open tickets and conversations.',
  scopes: ['contacts:read'],
  input: z.object({
    email: z.string().max(320).optional(),
    phone: z.string().max(50).optional(),
    name: z.string().max(200).optional(),
  }),
  async run({ email, phone, name }, call) {
    const given = [email, phone, name].filter((value) => value !== undefined && value !== '');
    if (given.length !== 1) throw new ArgumentError('Give one of email, phone and name.');
    const page = await call.session.parley.contacts.list(
      { email, phone, q: name, per_page: CONTACTS_MAX },
      { signal: call.signal },
    );
    const work = await openWorkOf(page.data, call);
    return resultOf({
      summary: `${page.data.length} of ${page.meta.total_count} contacts.`,
      items: (max) => [
        ...page.data.map((contact) => contactItem(contact, max)),
        ...work.tickets.map((ticket) => ticketItem(ticket, max)),
        ...work.conversations.map((conversation) => conversationItem(conversation, max)),
      ],
    });
  },
});

async function openWorkOf(contacts: readonly Contact[], { session: { parley, scopes }, signal }: Call) {
  const contact = contacts.map(({ id }) => id);
  const query = { contact, per_page: OPEN_WORK_MAX, sort: 'updated_at', order: 'desc' } as const;
  const canRead = (scope: string) => contact.length > 0 && scopes.includes(scope);
  const [tickets, conversations] = await Promise.all([
    canRead('tickets:read')
      ? parley.tickets.list({ ...query, status: ['open', 'pending'] }, { signal }).then(({ data }) => data)
      : [],
    canRead('conversations:read')
      ? parley.conversations
          .list({ ...query, status: ['open', 'pending'] }, { signal })
          .then(({ data }) => data)
      : [],
  ]);
  return { tickets, conversations };
}

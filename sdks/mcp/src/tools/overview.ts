// Tools that tell what is to be done, and what has happened.
import type { Conversation, Ticket } from '@parley/client';
import { z } from 'zod';
import { ArgumentError } from '../failures.ts';
import { conversationItem, eventItem, ticketItem } from '../records.ts';
import { pageResultOf, resultOf } from '../results.ts';
import { assigneeFilter, cursorInput, idInput } from './find.ts';
import { readTool, type Tool } from './tool.ts';

const WAITING_MAX = 10;
/** Open conversations are read by the age of their last message. Among so many are those that wait longest. */
const CONVERSATIONS_READ = 100;
const EVENTS_PER_PAGE = 25;
const DAY_MS = 86_400_000;
/** The event log goes back this far. */
const LOG_DAYS = 30;

export const whatsWaiting: Tool = readTool({
  name: 'whats_waiting',
  title: 'What is waiting',
  description:
    'Shows the queue: tickets without a first response, those that are due first, and conversations whose contact waits for a reply, ' +
    'longest first.',
  anyScope: ['tickets:read', 'conversations:read'],
  input: z.object({
    assignee: assigneeFilter,
    inbox_id: z.union([z.literal('none'), idInput]).optional(),
  }),
  async run({ assignee, inbox_id: inbox }, { session: { parley, scopes }, signal }) {
    const filters = {
      assignee: assignee === undefined ? undefined : [assignee],
      inbox: inbox === undefined ? undefined : [inbox],
    };
    const [tickets, conversations] = await Promise.all([
      scopes.includes('tickets:read')
        ? parley.tickets.list(
            {
              ...filters,
              status: ['open', 'pending'],
              sla_status: ['breached', 'warning', 'on_track'],
              sort: 'first_response_due',
              order: 'asc',
              per_page: CONVERSATIONS_READ,
            },
            { signal },
          )
        : { data: [] as Ticket[] },
      scopes.includes('conversations:read')
        ? parley.conversations.list(
            {
              ...filters,
              status: ['open'],
              sort: 'last_message_at',
              order: 'asc',
              per_page: CONVERSATIONS_READ,
            },
            { signal },
          )
        : { data: [] as Conversation[] },
    ]);
    const due = tickets.data.filter(({ first_responded_at: at }) => at === null);
    const waiting = conversations.data
      .filter(({ waiting_since: since }) => since !== null)
      .sort((a, b) => String(a.waiting_since).localeCompare(String(b.waiting_since)));
    return resultOf({
      summary: `${due.length} tickets without a first response, ${waiting.length} conversations that wait; the first ${WAITING_MAX} of each.`,
      items: (max) => [
        ...due.slice(0, WAITING_MAX).map((ticket) => ticketItem(ticket, max)),
        ...waiting.slice(0, WAITING_MAX).map((conversation) => conversationItem(conversation, max)),
      ],
    });
  },
});

export const recentChanges: Tool = readTool({
  name: 'recent_changes',
  title: 'Recent changes',
  description:
    'Lists who changed what, newest first: of one record, or of all in the last 24 hours or since a time. Values of changed fields are ' +
    'shown for status and priority.',
  anyScope: ['contacts:read', 'conversations:read', 'tickets:read'],
  input: z.object({
    record_id: idInput.optional().describe('Id of a ticket, conversation or contact'),
    since: z.iso.datetime({ offset: true }).optional().describe('RFC 3339; at most 30 days ago'),
    events: z
      .array(z.string().regex(/^[a-z_]+\.(?:[a-z_]+|\*)$/))
      .max(10)
      .optional()
      .describe('Such as ticket.created, or ticket.*'),
    cursor: cursorInput,
  }),
  run({ record_id: record, since, events, cursor }, { session, signal }) {
    // A cursor of the API belongs to its filters, so ours has the time, too.
    const [, ms, rest] = /^(\d{1,15})\.([\w-]+)$/.exec(cursor ?? '') ?? [];
    if (cursor !== undefined && rest === undefined)
      throw new ArgumentError('The cursor is none of recent_changes.');
    const after = new Date(Number(ms ?? (since === undefined ? defaultStart(record) : Date.parse(since))));
    const filters = {
      resource: record === undefined ? undefined : [record],
      event: events,
      created_after: after,
      cursor: rest,
    };
    return pageResultOf(
      EVENTS_PER_PAGE,
      (size) => session.parley.events.list({ ...filters, per_page: size }, { signal }),
      ({ data, meta: { next_cursor: next } }) => ({
        summary: `${data.length} events, newest first.`,
        items: (max) => data.map((event) => eventItem(event, max)),
        cursor: next === null ? null : `${after.getTime()}.${next}`,
      }),
    );
  },
});

const defaultStart = (record: string | undefined): number =>
  Date.now() - (record === undefined ? DAY_MS : LOG_DAYS * DAY_MS);

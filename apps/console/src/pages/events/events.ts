import eventTypes from '../../../dist/generated/event-types.json';
import { unwrap, type PublicApi, type Schemas } from '../../api/public.ts';
import { listOf, type Filters } from '../../desk/filters.ts';
import { humanize } from '../../desk/labels.ts';
import { pagesQuery } from '../../desk/record-lists.ts';

export type LoggedEvent = Schemas['LoggedEvent'];

export const EVENT_FILTERS = ['resource', 'event', 'since'] as const;

const HOUR_MS = 3_600_000;

/** The address says how many hours, so that it still holds tomorrow. */
export const EVENT_AGES = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
] as const;

/** All types of a resource first, then each; only those that the scopes of the user can read. */
export function eventOptions(scopes: readonly string[]): { value: string; label: string }[] {
  const readable = eventTypes.filter((type) => scopes.includes(scopeOf(type)));
  const nouns = [...new Set(readable.map((type) => type.split('.')[0] ?? ''))];
  return nouns.flatMap((noun) => [
    { value: `${noun}.*`, label: `${humanize(noun)}: all` },
    ...readable.filter((type) => type.startsWith(`${noun}.`)).map((type) => ({ value: type, label: type })),
  ]);
}

/** The scope that reads the records of an event; a filter by others alone is refused. */
function scopeOf(type: string): string {
  const noun = type.split('.')[0] ?? '';
  if (noun === 'webhook') return 'webhooks:manage';
  if (noun === 'message' || noun === 'tag') return 'conversations:read';
  return `${noun}s:read`;
}

/** Start of the range at a whole minute, so that pages of one list have the same start. */
function startOf(hours: string | undefined): string | undefined {
  const count = Number(hours ?? Number.NaN);
  if (!Number.isFinite(count)) return undefined;
  return `${new Date(Date.now() - count * HOUR_MS).toISOString().slice(0, 16)}:00Z`;
}

export const eventsQuery = (api: PublicApi, filters: Filters) =>
  pagesQuery([api.mode, 'events', 'list', filters], 25, (page, signal) => {
    const query = {
      event: listOf(filters['event']),
      resource: listOf(filters['resource']),
      created_after: startOf(filters['since']),
      ...page,
    };
    return unwrap(api.GET('/v1/events', { params: { query }, signal }));
  });

const PAGES: Readonly<Record<string, string>> = {
  ticket: '/tickets',
  conversation: '/conversations',
  contact: '/contacts',
  webhook: '/webhooks',
};

/** The record that an event is about, and its page, if the console has one. */
export function subjectOf({ event, data }: Pick<LoggedEvent, 'event' | 'data'>): {
  id: string;
  path: string | null;
} {
  const noun = event.split('.')[0] ?? '';
  const { id, conversation_id: conversationId } = data as Record<string, unknown>;
  const text = typeof id === 'string' ? id : '';
  if (noun === 'message' && typeof conversationId === 'string')
    return { id: text, path: `/conversations/${conversationId}` };
  const page = PAGES[noun];
  const isGone = event.endsWith('.deleted') || event === 'webhook.test';
  return { id: text, path: page === undefined || isGone ? null : `${page}/${text}` };
}

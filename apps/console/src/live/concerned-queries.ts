import type { QueryKey } from '@tanstack/react-query';

export interface LiveEvent {
  id: string;
  event: string;
  timestamp: string;
  actor: { type: string; id: string | null };
  data: Readonly<Record<string, unknown>>;
  previous?: Readonly<Record<string, unknown>>;
}

/** Queries whose answer an event has changed: all that begin with the key, or the one that has it. */
export interface Concern {
  queryKey: QueryKey;
  exact?: boolean;
}

/** The list that shows the records of an event, by the part of its type before the dot. */
const RESOURCES: Readonly<Record<string, string>> = {
  ticket: 'tickets',
  conversation: 'conversations',
  contact: 'contacts',
  webhook: 'webhooks',
};

export function isLiveEvent(event: unknown): event is LiveEvent {
  if (typeof event !== 'object' || event === null) return false;
  const { event: type, data } = event as Partial<Record<string, unknown>>;
  return typeof type === 'string' && typeof data === 'object' && data !== null;
}

/** The queries that an event of the log concerns, without the mode. */
export function concernedQueries({ event: type, data }: LiveEvent): Concern[] {
  const [noun = '', verb = ''] = type.split('.');
  const all = (...queryKey: string[]): Concern => ({ queryKey });
  const one = (...queryKey: string[]): Concern => ({ queryKey, exact: true });
  const log = all('events', 'list');
  if (noun === 'message' && typeof data['conversation_id'] === 'string') {
    const record = ['conversations', data['conversation_id']];
    return [log, all('conversations', 'list'), one(...record), all(...record, 'messages')];
  }
  if (noun === 'tag') return [log, all('tags')];
  const resource = RESOURCES[noun];
  if (resource === undefined || type === 'webhook.test') return [log];
  const { id } = data;
  const record = typeof id === 'string' ? [one(resource, id)] : [];
  // The history has one event of each change: that with all fields.
  const history =
    verb === 'updated' ? record.map(({ queryKey }) => all(...(queryKey as string[]), 'history')) : [];
  return [log, all(resource, 'list'), ...record, ...history];
}

import type { QueryKey } from '@tanstack/react-query';

interface EventHead {
  event: string;
  data: { id?: unknown; conversation_id?: unknown };
}

/** The list that shows the records of an event, by the part of its type before the dot. */
const RESOURCES: Readonly<Record<string, string>> = {
  ticket: 'tickets',
  conversation: 'conversations',
  contact: 'contacts',
  webhook: 'webhooks',
};

function isEventHead(event: unknown): event is EventHead {
  if (typeof event !== 'object' || event === null) return false;
  const { event: type, data } = event as Partial<Record<string, unknown>>;
  return typeof type === 'string' && typeof data === 'object' && data !== null;
}

/** The prefixes of the queries whose answer an event of the log has changed. */
export function concernedQueries(event: unknown): QueryKey[] {
  if (!isEventHead(event)) return [];
  const { event: type, data } = event;
  const [noun = ''] = type.split('.');
  const log: QueryKey[] = [['events', 'list']];
  if (noun === 'message' && typeof data.conversation_id === 'string')
    return [...log, ['conversations', 'list'], ['conversations', data.conversation_id]];
  if (noun === 'tag') return [...log, ['tags']];
  const resource = RESOURCES[noun];
  if (resource === undefined || type === 'webhook.test') return log;
  const record: QueryKey[] = typeof data.id === 'string' ? [[resource, data.id]] : [];
  return [...log, [resource, 'list'], ...record];
}

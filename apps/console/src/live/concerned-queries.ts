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

/** The fields of a conversation that decide how, to whom and with which subject its replies leave. */
const DECIDE_SENDING = ['mailbox_id', 'connection_id', 'contact', 'subject'];

export function isLiveEvent(event: unknown): event is LiveEvent {
  if (typeof event !== 'object' || event === null) return false;
  const { event: type, data } = event as Partial<Record<string, unknown>>;
  return typeof type === 'string' && typeof data === 'object' && data !== null;
}

/** The queries that an event of the log concerns, without the mode. */
export function concernedQueries({ event: type, data, previous = {} }: LiveEvent): Concern[] {
  const [noun = '', verb = ''] = type.split('.');
  const all = (...queryKey: string[]): Concern => ({ queryKey });
  const one = (...queryKey: string[]): Concern => ({ queryKey, exact: true });
  const log = all('events', 'list');
  if (noun === 'message' && typeof data['conversation_id'] === 'string') {
    const record = ['conversations', data['conversation_id']];
    const messages = all(...record, 'messages');
    // What becomes of a message changes nothing else.
    if (verb === 'delivery_updated') return [log, messages];
    return [
      log,
      all('conversations', 'list'),
      one(...record),
      messages,
      ...(verb === 'created' ? [one(...record, 'recipients')] : []),
    ];
  }
  if (noun === 'tag') return [log, all('tags')];
  if (noun === 'mailbox') return [log, all('mailboxes')];
  if (noun === 'incoming_mail') return [log, all('incoming_mails')];
  const resource = RESOURCES[noun];
  if (resource === undefined || type === 'webhook.test') return [log];
  const { id } = data;
  const record = typeof id === 'string' ? [one(resource, id)] : [];
  // The history has one event of each change: that with all fields.
  const history =
    verb === 'updated' ? record.map(({ queryKey }) => all(...(queryKey as string[]), 'history')) : [];
  const isSentOtherwise =
    type === 'conversation.updated' && DECIDE_SENDING.some((field) => Object.hasOwn(previous, field));
  const channel =
    isSentOtherwise && typeof id === 'string'
      ? [one(resource, id, 'channel'), one(resource, id, 'recipients')]
      : [];
  return [log, all(resource, 'list'), ...record, ...history, ...channel];
}

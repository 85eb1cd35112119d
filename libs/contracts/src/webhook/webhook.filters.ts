import { webhookEventTypes } from '../events.ts';

/** Whether a subscription's filter (`ticket.created`, `ticket.*`, `*`) selects an event type. */
export function eventFilterMatches(filter: string, type: string): boolean {
  return filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)));
}

/** Whether a filter selects any event there is: one that selects none is a typing error. */
export function eventFilterMatchesAny(filter: string): boolean {
  return webhookEventTypes.some((type) => eventFilterMatches(filter, type));
}

import { z } from 'zod';
import { webhookEventTypes } from '../events.ts';

/** Filters are event types (`ticket.created`), prefixes (`ticket.*`) or `*`. */
export function eventFilterMatches(filter: string, type: string): boolean {
  return filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)));
}

/** A filter that matches no event type is rejected as a typing error. */
export function eventFilterMatchesAny(filter: string): boolean {
  return webhookEventTypes.some((type) => eventFilterMatches(filter, type));
}

export const EventFilter = z
  .string()
  .refine(eventFilterMatchesAny, 'must be an event type, a prefix like ticket.*, or *');

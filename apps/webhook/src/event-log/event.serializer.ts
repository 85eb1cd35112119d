import type { LoggedEvent } from '@parley/contracts';
import type { EventBodies } from './event-bodies.ts';

/** The events as webhooks receive them, without those that are being erased. */
export function toLoggedEvents(entries: readonly { id: string }[], bodies: EventBodies): LoggedEvent[] {
  return entries.flatMap(({ id }) => {
    const body = bodies.get(id);
    return body == null ? [] : [JSON.parse(body.toString()) as LoggedEvent];
  });
}

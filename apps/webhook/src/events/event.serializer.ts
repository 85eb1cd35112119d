import type { LoggedEvent } from '@parley/contracts';
import type { LoggedEventRow } from './events.queries.ts';

/** The events as webhooks receive them, without those that are being erased. */
export function toLoggedEvents(rows: readonly LoggedEventRow[]): LoggedEvent[] {
  return rows.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body.toString()) as LoggedEvent]));
}

import eventTypes from '../../../dist/generated/event-types.json';
import { humanize } from '../../desk/labels.ts';

export interface EventGroup {
  /** `ticket.*` */
  all: string;
  title: string;
  types: readonly string[];
}

/** The event types that can be subscribed to, by resource; tests reach a webhook whatever it is subscribed to. */
export const EVENT_GROUPS: readonly EventGroup[] = groupsOf(
  eventTypes.filter((type) => type !== 'webhook.test'),
);

function groupsOf(types: readonly string[]): EventGroup[] {
  const nouns = [...new Set(types.map((type) => type.split('.')[0] ?? ''))];
  return nouns.map((noun) => ({
    all: `${noun}.*`,
    title: humanize(noun),
    types: types.filter((type) => type.startsWith(`${noun}.`)),
  }));
}

/** Such as "All events", "ticket.*, contact.created" or "4 kinds of events". */
export function summarizeEvents(events: readonly string[]): string {
  if (events.includes('*')) return 'All events';
  return events.length <= 2 ? events.join(', ') : `${events.length} kinds of events`;
}

/** The subscription after one box is changed: a whole resource takes the place of its single events. */
export function toggleEvent(events: readonly string[], type: string, isChosen: boolean): string[] {
  if (!isChosen) return events.filter((each) => each !== type);
  const covered = type.endsWith('.*') ? type.slice(0, -1) : null;
  const kept = covered === null ? events : events.filter((each) => !each.startsWith(covered));
  return [...kept.filter((each) => each !== '*'), type];
}

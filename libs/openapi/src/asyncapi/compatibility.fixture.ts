import { breakingResponseChanges } from '../schema-compatibility.fixture.ts';
import type { AsyncApiDocument } from './document.ts';

/** A subscriber of the platform's own and the event types that it receives. */
export interface EventSubscriber {
  readonly name: string;
  readonly types: ReadonlySet<string>;
}

/** A change of an event that breaks those who receive it. */
export interface BreakingEventChange {
  readonly type: string;
  readonly change: string;
  /** The platform's own subscribers of the event. */
  readonly subscribers: readonly string[];
}

/** Changes of the second document that break subscribers of the first, by event type. */
export function findBreakingEventChanges(
  before: AsyncApiDocument,
  after: AsyncApiDocument,
  subscribers: readonly EventSubscriber[],
): BreakingEventChange[] {
  const general = removedHeaders(before, after);
  return Object.keys(before.components.messages).flatMap((type) => {
    const affected = subscribers.filter(({ types }) => types.has(type)).map(({ name }) => name);
    return [...general, ...eventChanges(type, before, after)].map((change) => ({
      type,
      change,
      subscribers: affected,
    }));
  });
}

/** One line for a developer: the change, and whom it breaks. */
export function describeEventChange({ type, change, subscribers }: BreakingEventChange): string {
  const own = subscribers.length === 0 ? '' : `${subscribers.join(', ')} and `;
  return `${type}: ${change}. Breaks ${own}external subscribers to ${type}`;
}

function eventChanges(type: string, before: AsyncApiDocument, after: AsyncApiDocument): string[] {
  const [old, now] = [before.components.messages[type], after.components.messages[type]];
  if (old === undefined || now === undefined) return ['the event was removed'];
  return [
    ...(JSON.stringify(exchangeOf(before, type)) === JSON.stringify(exchangeOf(after, type))
      ? []
      : ['the exchange changed']),
    ...breakingResponseChanges(
      { schema: old.payload, document: before },
      { schema: now.payload, document: after },
      'message',
    ).map((change) => change.replace(/^message\./, '')),
  ];
}

const exchangeOf = ({ channels }: AsyncApiDocument, type: string) => channels[type]?.bindings.amqp.exchange;

function removedHeaders(before: AsyncApiDocument, after: AsyncApiDocument): string[] {
  const headersOf = ({ components }: AsyncApiDocument) =>
    Object.keys(components.messageTraits.cloudEvent.headers.properties ?? {});
  const kept = new Set(headersOf(after));
  return headersOf(before)
    .filter((name) => !kept.has(name))
    .map((name) => `the header ${name} was removed`);
}

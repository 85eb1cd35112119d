import type { EventDefinition } from '@parley/contracts';
import type { EventFor, OneOf } from '../on.ts';

export interface HandlerContext<Tx> {
  /** The transaction of the inbox, which commits what the handler writes together with the record that it did. */
  readonly tx: Tx;
  readonly attempt: number;
  /** Aborted when the handler has used its time: what it writes afterwards is rolled back. */
  readonly signal: AbortSignal;
}

export interface Handler<Tx> {
  readonly types: readonly string[];
  readonly run: (event: never, context: HandlerContext<Tx>) => Promise<void>;
}

/**
 * A handler of the events of some definitions: `handle(ticketCreated, async (event, { tx }) => …)`. If it throws, the event
 * is delivered again after delays, and then, or after an `UnprocessableEventError`, becomes a dead letter.
 */
export function handle<const E extends EventDefinition | readonly EventDefinition[], Tx = unknown>(
  events: E,
  run: (event: EventFor<OneOf<E>>, context: HandlerContext<Tx>) => Promise<void>,
): Handler<Tx> {
  return { types: [events].flat().map(({ type }) => type), run };
}

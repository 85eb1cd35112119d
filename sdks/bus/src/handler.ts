import type { EventOf, EventType } from './event.ts';

export interface HandlerContext<Tx> {
  /** The transaction of the inbox, which commits what the handler writes together with the record that it did. */
  readonly tx: Tx;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the handler has used its time: what it writes afterwards is rolled back. */
  readonly signal: AbortSignal;
}

export interface Handler<Tx> {
  readonly types: readonly string[];
  readonly run: (event: never, context: HandlerContext<Tx>) => Promise<void>;
}

/**
 * A handler of the events of one type or several: `handle('ticket.created', async (event, { tx }) => …)`. If it throws, the
 * event is delivered again after delays, and then, or after an `UnprocessableEventError`, becomes a dead letter.
 */
export function handle<const T extends EventType | (string & {}), Tx = unknown>(
  types: T | readonly T[],
  run: (event: EventOf<T>, context: HandlerContext<Tx>) => Promise<void>,
): Handler<Tx> {
  return { types: [types].flat(), run };
}

import type { ServiceName } from '@parley/contracts';
import type { Envelope } from './envelope.ts';

/** What became of one published event. */
export type Published =
  /** Everyone who must have it has it, or a broker keeps it for them. */
  | { outcome: 'accepted' }
  /** Somebody who must have it does not run now, as at a start or a stop: it stays as it is. */
  | { outcome: 'waiting' }
  /** Somebody could not take it yet: it stays in the outbox until then. */
  | Again<'again'>;

interface Again<Outcome extends string> {
  outcome: Outcome;
  afterMs: number;
  /** What the subscriber needs is out, and nothing is wrong with the event: the attempt does not count. */
  outage?: boolean;
}

/** What a consumer wants done with a message. */
export type Consumed = { outcome: 'done' } | Again<'retry'>;

/** The receiving end of a service: takes a message that was delivered `attempt` times, this one included. */
export type Consume = (envelope: Envelope, attempt: number) => Promise<Consumed>;

/** A message that is no event, or whose handling never ends. */
export interface Unusable {
  /** As it came; `base64:…` when it is no text. */
  body: string;
  cause: string;
  attempts: number;
}

/** Puts a message aside for operators. A transport repeats it until it does not throw. */
export type Park = (service: ServiceName, message: Unusable) => Promise<void>;

/** How events travel between services. Publishers and subscribers never know which form is in use. */
export abstract class EventTransport {
  /**
   * Publishes in order; answers in the same order. Throws when nothing can be published now.
   * @param attempts how often each was published before.
   */
  abstract publish(envelopes: readonly { envelope: Envelope; attempts: number }[]): Promise<Published[]>;

  /** Delivers events of these types to a service until the returned function is called, which waits for those running. */
  abstract subscribe(
    service: ServiceName,
    types: readonly string[],
    consume: Consume,
    /** For what a broker can carry besides our events; without it such messages stay with the broker. */
    park?: Park,
  ): Promise<() => Promise<void>>;
}

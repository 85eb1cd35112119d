import { Counters } from '@parley/bus';

export class BusCounters extends Counters {
  published = 0;
  /** Refused or not confirmed in time: published again later. */
  unconfirmed = 0;
  /** Confirmed, but no queue accepted them, not even that of unrouted messages: part of the topology was deleted. */
  returned = 0;
  /** Messages in the queue of those that no queue is bound to, of all publishers; `undefined` without a connection. */
  unrouted: number | undefined;
  /** Moved from the dead-letter queue to the `dead_letter` table. */
  deadLettersStored = 0;
}

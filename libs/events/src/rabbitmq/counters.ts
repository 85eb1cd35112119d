export class BusCounters {
  published = 0;
  /** Refused or not confirmed in time: published again later. */
  unconfirmed = 0;
  /** Confirmed, but no queue accepted them, not even that of unrouted messages: part of the topology was deleted. */
  returned = 0;
  /** Messages in the queue of those that no queue is bound to, of all publishers; `undefined` without a connection. */
  unrouted: number | undefined;
  handled = 0;
  retried = 0;
  /** Deliveries of an event type that this version of the service does not know: retried, then dead-lettered. */
  unknown = 0;
  /** Events of a type without a handler that were acknowledged in the end. */
  ignored = 0;
  deadLettered = 0;
  /** Moved from the dead-letter queue to the `dead_letter` table. */
  deadLettersStored = 0;
  connectionsLost = 0;
}

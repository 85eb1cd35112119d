/** Totals since the start of the process. */
export class Counters {
  handled = 0;
  /** Failed attempts of which the event waits in a retry queue. */
  retried = 0;
  /** Deliveries of an event type that this version of the subscriber does not know: retried for a time. */
  unknown = 0;
  /** Events of a type without a handler that were acknowledged in the end. */
  ignored = 0;
  deadLettered = 0;
  /** Connections to the broker that were lost, and attempts that failed. */
  connectionsLost = 0;
}

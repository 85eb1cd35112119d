/** What the bus has done since the process started, for metrics. */
export class BusCounters {
  /** Confirmed by the broker. */
  published = 0;
  /** Refused, or their confirm never came: published again later. */
  unconfirmed = 0;
  /** Confirmed, but no queue took them, not even that of the unrouted: somebody removed a part of the topology. */
  returned = 0;
  /** Handled to the end. */
  done = 0;
  /** Sent to a retry queue. */
  retried = 0;
  /** Of a type that the service does not know: acknowledged. */
  unknown = 0;
  /** Set aside, because they are no events or keep hanging. */
  dead = 0;
  /** Written to `dead_letter` from what was set aside. */
  parked = 0;
  /** Connections that were lost, or could not be made. */
  broken = 0;
}

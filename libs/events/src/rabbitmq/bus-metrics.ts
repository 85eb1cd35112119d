import { ObservedMetric, type Sample } from '@parley/runtime/metrics';
import type { BusCounters } from './counters.ts';

const published = new ObservedMetric({
  name: 'parley_bus_published_total',
  help: 'Events sent to the broker by outcome: confirmed, unconfirmed (sent again later), returned (no queue)',
  labelNames: ['outcome'],
});
const unrouted = new ObservedMetric({
  name: 'parley_bus_unrouted_messages',
  help: 'Events in the queue of those that no other queue is bound to, in the whole installation',
  labelNames: [],
});
const consumed = new ObservedMetric({
  name: 'parley_bus_consumed_total',
  help: 'Messages of the broker by outcome: handled, retried, unknown (type, retried), dead_lettered',
  labelNames: ['outcome'],
});
const stored = new ObservedMetric({
  name: 'parley_bus_dead_letters_stored_total',
  help: 'Messages moved from the dead-letter queue to the database',
  labelNames: [],
});
const lost = new ObservedMetric({
  name: 'parley_bus_connections_lost_total',
  help: 'Connections to the broker that were lost, and attempts that failed',
  labelNames: [],
});
const consumerUp = new ObservedMetric({
  name: 'parley_bus_consumer_up',
  help: '1 if the broker delivers events to the service in this process, else 0',
  labelNames: ['component'],
});
const publisherUp = new ObservedMetric({
  name: 'parley_bus_publisher_up',
  help: '1 if the broker takes events from this process, 0 if it is disconnected or blocked; absent before the first use',
  labelNames: [],
});

export interface BusState {
  readonly counters: BusCounters;
  consumers(): readonly { component: string; isUp: boolean }[];
  isPublishing(): boolean | undefined;
}

const byOutcome = (values: Readonly<Record<string, number>>): Sample<'outcome'>[] =>
  Object.entries(values).map(([outcome, value]) => ({ labels: { outcome }, value }));
const single = (value: number): Sample<never>[] => [{ labels: {}, value }];

/** Shows a transport in the metrics until the returned function is called. */
export function observeBus(bus: BusState): () => void {
  const { counters } = bus;
  const removals = [
    published.observe(() =>
      byOutcome({
        confirmed: counters.published - counters.returned,
        unconfirmed: counters.unconfirmed,
        returned: counters.returned,
      }),
    ),
    unrouted.observe(() => (counters.unrouted === undefined ? [] : single(counters.unrouted))),
    consumed.observe(() =>
      byOutcome({
        handled: counters.handled,
        retried: counters.retried,
        unknown: counters.unknown,
        dead_lettered: counters.deadLettered,
      }),
    ),
    stored.observe(() => single(counters.deadLettersStored)),
    lost.observe(() => single(counters.connectionsLost)),
    consumerUp.observe(() =>
      bus.consumers().map(({ component, isUp }) => ({ labels: { component }, value: Number(isUp) })),
    ),
    publisherUp.observe(() => {
      const isUp = bus.isPublishing();
      return isUp === undefined ? [] : single(Number(isUp));
    }),
  ];
  return () => removals.forEach((remove) => remove());
}

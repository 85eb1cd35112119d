import { Counter, Histogram, ObservedMetric } from '@parley/runtime/metrics';

const DELAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800];

/** Metrics of one service: its outbox, dead letters and partitions. Read at each scrape from {@link EventGauges}. */
export const outboxPending = new ObservedMetric({
  name: 'parley_outbox_pending',
  help: 'Events of a service that are not published yet, in the whole installation; counted up to 100,000',
  labelNames: ['component'],
});
export const outboxOldestAge = new ObservedMetric({
  name: 'parley_outbox_oldest_age_seconds',
  help: 'Age of the oldest event of a service that is not published yet; 0 if there is none',
  labelNames: ['component'],
});
export const deadLetters = new ObservedMetric({
  name: 'parley_dead_letters',
  help: 'Dead letters of a service that nobody has replayed, in the whole installation',
  labelNames: ['component'],
});
export const partitionsAhead = new ObservedMetric({
  name: 'parley_partitions_ahead_seconds',
  help: 'Time until the end of the newest partition of a table; negative if it is over',
  labelNames: ['component', 'table'],
});

export const outboxPublished = new Counter({
  name: 'parley_outbox_published_total',
  help: 'Events that the relay of this process has published and recorded',
  labelNames: ['component'],
});
export const outboxBatches = new Counter({
  name: 'parley_outbox_batches_total',
  help: 'Batches of the relay of this process that had events, by result: published, failed',
  labelNames: ['component', 'result'],
});

const subscriberEvents = new Counter({
  name: 'parley_subscriber_events_total',
  help: 'Deliveries to subscribers by outcome: processed, retried, unavailable (database), dead_lettered',
  labelNames: ['subscriber', 'outcome'],
});
const eventDelay = new Histogram({
  name: 'parley_event_delay_seconds',
  help: 'Time from the commit of an event to the commit of the effect of a subscriber at its first attempt, by service',
  labelNames: ['component'],
  buckets: DELAY_BUCKETS,
});

export type SubscriberOutcome = 'processed' | 'retried' | 'unavailable' | 'dead_lettered';

/** @param committedAt of the event, in epoch milliseconds, if this was its first attempt. */
export function countDelivery(subscriber: string, outcome: SubscriberOutcome, committedAt?: number): void {
  subscriberEvents.inc({ subscriber, outcome });
  if (outcome !== 'processed' || committedAt === undefined) return;
  const [component = ''] = subscriber.split('.', 1);
  eventDelay.observe({ component }, Math.max(0, Date.now() - committedAt) / 1000);
}

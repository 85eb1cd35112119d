import { join } from 'node:path';
import { replaceIn } from '../rolling/next-release.ts';
import { buildChanged, type Release } from '../rolling/releases.ts';

/** What has a period of its own that no setting changes: file, text, and the text in compressed time. */
const PERIODS: readonly (readonly [file: string, from: string, to: string])[] = [
  ['libs/events/src/event-gauges.ts', "@Every('15s', 'events.measure'", "@Every('1s', 'events.measure'"],
  [
    'libs/events/src/event-gauges.ts',
    "@Every('5m', 'partitions.measure'",
    "@Every('1s', 'partitions.measure'",
  ],
  ['libs/events/src/pruning.ts', "@Every('10m', 'outbox.partition'", "@Every('2s', 'outbox.partition'"],
  [
    'apps/webhook/src/deliveries/log/retention.ts',
    "@Every('15s', 'webhook.gauges.update'",
    "@Every('1s', 'webhook.gauges.update'",
  ],
  [
    'apps/mail/src/outgoing/recovery.ts',
    "@Every('15s', 'mail.gauges.update'",
    "@Every('1s', 'mail.gauges.update'",
  ],
  ['libs/events/src/rabbitmq/rabbit-events.ts', 'WATCH_INTERVAL_MS = 15_000', 'WATCH_INTERVAL_MS = 1_000'],
  // Lost connections are counted, and there are no more of them than attempts.
  [
    'sdks/bus/src/amqp/reconnecting-connection.ts',
    'BACKOFF_MS = { min: 100, max: 5_000 }',
    'BACKOFF_MS = { min: 100, max: 1_000 }',
  ],
  // The circuit breaker lets an attempt pass once in so many seconds.
  [
    'apps/webhook/src/migrations/update-endpoint-health.sql',
    'least(10 * power(2, least(n.trips, 10)), 300)',
    'least(1 * power(2, least(n.trips, 10)), 3)',
  ],
];

/** This checkout, in which what is measured or repeated by the minute is so by the second. */
export function buildCompressed(): Promise<Release> {
  return buildChanged(async (folder) => {
    for (const [file, from, to] of PERIODS) await replaceIn(join(folder, file), [from, to]);
  });
}

import { allowCidrs, allowHosts } from '@parley/egress';
import { Config, duration, integer, retrySchedule, setting } from '@parley/runtime/config';
import { DEFAULT_RETRY_SCHEDULE } from './deliveries/retries/retry.rules.ts';

const DAY_MS = 86_400_000;
/** Whole days, because whole daily partitions are dropped. */
const days = duration
  .refine((ms) => ms >= DAY_MS, 'must be 1d or more')
  .transform((ms) => Math.floor(ms / DAY_MS));

export class WebhookConfig extends Config({
  WEBHOOK_RETRY_SCHEDULE: setting(
    'Delays before each attempt of a delivery, comma-separated',
    retrySchedule,
    DEFAULT_RETRY_SCHEDULE,
  ),
  WEBHOOK_ALLOW_CIDRS: setting(
    'Address ranges that deliveries may reach although they are not public, comma-separated',
    allowCidrs,
    '',
  ),
  WEBHOOK_ALLOW_HOSTS: setting(
    'Host names that may resolve to addresses that are not public: exact or *.suffix, comma-separated',
    allowHosts('WEBHOOK_ALLOW_CIDRS'),
    '',
  ),
  WEBHOOK_TIMEOUT: setting(
    'Timeout of an attempt',
    // With the default lease grace, an attempt without a result is repeated within a minute.
    duration.refine((ms) => ms >= 100 && ms <= 25_000, 'must be from 100ms to 25s'),
    '15s',
  ),
  WEBHOOK_LEASE_GRACE: setting(
    'Time after the timeout of an attempt until it may be repeated, if its process is alive and has stored no result; below 20s a database outage can cause duplicates',
    duration.refine((ms) => ms >= 1_000 && ms <= 300_000, 'must be from 1s to 5m'),
    '30s',
  ),
  WEBHOOK_HEARTBEAT_TIMEOUT: setting(
    'Time without a sign of life of a process after which others send again what it was sending',
    duration.refine((ms) => ms >= 1_000 && ms <= 60_000, 'must be from 1s to 1m'),
    '10s',
  ),
  WEBHOOK_CONCURRENCY: setting('Maximum concurrent attempts per process', integer(4, 4096), '256'),
  WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: setting(
    'Maximum concurrent attempts per endpoint',
    integer(1, 100),
    '5',
  ),
  WEBHOOK_MAX_QUEUED_PER_ENDPOINT: setting(
    'Maximum pending deliveries per endpoint; beyond that the oldest fail, and can be recovered',
    integer(100, 10_000_000),
    '100000',
  ),
  WEBHOOK_DISABLE_AFTER: setting(
    'Time without a successful delivery after which a failing subscription is disabled',
    duration,
    '5d',
  ),
  WEBHOOK_RETENTION: setting('Retention of event bodies and deliveries, in whole days', days, '30d'),
  WEBHOOK_ATTEMPT_RETENTION: setting('Retention of attempts, in whole days', days, '14d'),
}) {}

import { Config, duration, integer, setting } from '@parley/kernel';
import { allowCidrs } from './sending/address-judge.ts';
import { DEFAULT_RETRY_SCHEDULE, retrySchedule } from './sending/schedule.ts';

export class WebhookConfig extends Config({
  WEBHOOK_RETRY_SCHEDULE: setting(
    'Waits before each attempt of a delivery',
    retrySchedule,
    DEFAULT_RETRY_SCHEDULE,
  ),
  WEBHOOK_ALLOW_CIDRS: setting(
    'Address ranges that deliveries may reach although they are not public; exact, comma-separated',
    allowCidrs,
    '',
  ),
  WEBHOOK_TIMEOUT: setting(
    'Longest time for one attempt',
    // With the lease's 30 s on top an attempt that died with its process is made again within a minute.
    duration.refine((ms) => ms >= 100 && ms <= 25_000, 'must be from 100ms to 25s'),
    '15s',
  ),
  WEBHOOK_CONCURRENCY: setting('Attempts at a time, of all endpoints together', integer(1, 4096), '256'),
  WEBHOOK_IN_FLIGHT: setting('Attempts at a time to one endpoint', integer(1, 100), '5'),
}) {}

import { Config, duration, integer, setting } from '@parley/kernel';
import { allowCidrs } from './sending/address-judge.ts';
import { allowHosts } from './sending/allowed-hosts.ts';
import { DEFAULT_RETRY_SCHEDULE, retrySchedule } from './sending/schedule.ts';

const DAY_MS = 86_400_000;
/** A number of days: partitions are dropped whole. */
const days = duration
  .refine((ms) => ms >= DAY_MS, 'must be 1d or more')
  .transform((ms) => Math.floor(ms / DAY_MS));

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
  WEBHOOK_ALLOW_HOSTS: setting(
    'Names that may resolve to addresses that are not public: exact, or *.suffix; comma-separated',
    allowHosts,
    '',
  ),
  WEBHOOK_TIMEOUT: setting(
    'Longest time for one attempt',
    // With the lease's 30 s on top an attempt that died with its process is made again within a minute.
    duration.refine((ms) => ms >= 100 && ms <= 25_000, 'must be from 100ms to 25s'),
    '15s',
  ),
  WEBHOOK_CONCURRENCY: setting('Attempts at a time, of all endpoints together', integer(4, 4096), '256'),
  WEBHOOK_IN_FLIGHT: setting('Attempts at a time to one endpoint', integer(1, 100), '5'),
  WEBHOOK_BACKLOG: setting(
    'Deliveries that may wait for one endpoint; beyond that the oldest fail, and can be recovered',
    integer(100, 10_000_000),
    '100000',
  ),
  WEBHOOK_DISABLE_AFTER: setting(
    'How long a subscription may fail without a success before it is disabled',
    duration,
    '5d',
  ),
  WEBHOOK_RETENTION: setting('How long bodies and deliveries are kept, in whole days', days, '30d'),
  WEBHOOK_ATTEMPT_RETENTION: setting('How long attempts are kept, in whole days', days, '14d'),
}) {}

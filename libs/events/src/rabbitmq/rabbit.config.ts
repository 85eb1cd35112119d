import { DEFAULT_BUS_PREFIX } from '@parley/contracts';
import { Config, duration, integer, secretSetting, setting, withOwnPassword } from '@parley/runtime/config';
import { z } from 'zod';

export class RabbitConfig extends Config({
  AMQP_URL: secretSetting(
    'URL of RabbitMQ 3.10 or later; `amqps:` for TLS',
    withOwnPassword(z.url({ protocol: /^amqps?$/, error: 'must be an amqp: or amqps: URL' })),
    'amqp://guest:guest@127.0.0.1:5672',
  ),
  BUS_PREFIX: setting(
    'Prefix of exchange and queue names; separates installations on one broker',
    z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be 1 to 60 letters, digits, - or _'),
    DEFAULT_BUS_PREFIX,
  ),
  BUS_CONCURRENCY: setting(
    'Maximum number of events that a service handles concurrently',
    integer(1, 100),
    '100',
  ),
  BUS_HANDLER_TIMEOUT: setting(
    'Timeout of an event handler; at most 60s',
    // 25 events may be queued behind each other, and the broker cancels a consumer after 30 minutes.
    duration.refine((ms) => ms >= 1 && ms <= 60_000, 'must be at most 60s'),
    '60s',
  ),
  BUS_QUEUE_REPLICAS: setting(
    'Replicas of a queue that is declared from now on, as far as the broker has that many nodes',
    integer(1, 9),
    '3',
  ),
  BUS_CONFIRM_TIMEOUT: setting('Timeout of a publisher confirm', duration, '5s'),
}) {}

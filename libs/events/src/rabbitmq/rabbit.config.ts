import { Config, duration, integer, setting } from '@parley/kernel';
import { z } from 'zod';

/** The event bus of services that run as processes of their own. */
export class RabbitConfig extends Config({
  AMQP_URL: {
    ...setting(
      'RabbitMQ (3.10 or later) that carries events between services; `amqps:` for TLS',
      z.url({ protocol: /^amqps?$/, error: 'must be an amqp: or amqps: address' }),
      'amqp://guest:guest@127.0.0.1:5672',
    ),
    // Carries a password: not shown when it is wrong.
    secret: true,
  },
  BUS_PREFIX: setting(
    'First part of the names of exchange and queues: keeps installations on one broker apart',
    z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be 1 to 60 letters, digits, - or _'),
    'parley',
  ),
  BUS_CONCURRENCY: setting(
    'Events that a service handles at a time; those that come together share a transaction',
    integer(1, 20),
    '20',
  ),
  BUS_HANDLER_TIMEOUT: setting(
    'How long a service may take over one event; at most 80s',
    // The broker gives up on a consumer after 30 minutes, and 20 events may wait for each other.
    duration.refine((ms) => ms >= 1 && ms <= 80_000, 'must be at most 80s'),
    '60s',
  ),
  BUS_CONFIRM_TIMEOUT: setting('How long the broker may take to confirm an event', duration, '5s'),
}) {}

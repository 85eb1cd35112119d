/** Servers that nobody can reach. */
export const CLOSED = {
  DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/mine',
  AMQP_URL: 'amqp://me:hidden@127.0.0.1:1',
  REDIS_URL: 'redis://:hidden@127.0.0.1:1',
} as const;

const unreachable = (name: keyof typeof CLOSED) =>
  new RegExp(`^${name}: .* 127\\.0\\.0\\.1:1.* cannot be used: .*ECONNREFUSED`);

/** What a start says of each of them. */
export const UNREACHABLE = {
  DATABASE_URL: unreachable('DATABASE_URL'),
  AMQP_URL: unreachable('AMQP_URL'),
  REDIS_URL: unreachable('REDIS_URL'),
} as const;

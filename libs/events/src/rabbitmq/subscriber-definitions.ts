import { createHash, randomBytes } from 'node:crypto';
import { eventExchangeOf } from '@parley/contracts';

export interface SubscriberUser {
  /** Also the name of its queue, or the beginning of it: `reporting`, `reporting.retry`. */
  readonly name: string;
  readonly password: string;
  /** Event types or prefixes such as `ticket.*`; `#` for all. */
  readonly types: readonly string[];
  readonly vhost: string;
  readonly prefix: string;
}

/** Users and rights in the form of RabbitMQ's definitions, which are also the bodies of its management API. */
export interface SubscriberDefinitions {
  readonly users: readonly {
    name: string;
    password_hash: string;
    hashing_algorithm: string;
    tags: string[];
  }[];
  readonly permissions: readonly (Access & { configure: string })[];
  readonly topic_permissions: readonly (Access & { exchange: string })[];
}

interface Access {
  readonly user: string;
  readonly vhost: string;
  readonly write: string;
  readonly read: string;
}

/** A RabbitMQ user with the rights of a subscriber alone: to queues that begin with its name, and to its event types. */
export function subscriberDefinitions({
  name,
  password,
  types,
  vhost,
  prefix,
}: SubscriberUser): SubscriberDefinitions {
  const exchange = eventExchangeOf(prefix);
  const own = `${literal(name)}(\\..*)?`;
  return {
    users: [
      {
        name,
        password_hash: passwordHash(password),
        hashing_algorithm: 'rabbit_password_hashing_sha256',
        tags: [],
      },
    ],
    permissions: [
      {
        user: name,
        vhost,
        configure: `^${own}$`,
        write: `^${own}$`,
        read: `^(${own}|${literal(exchange)})$`,
      },
    ],
    topic_permissions: [
      { user: name, vhost, exchange, write: '^$', read: `^(${types.map(bindingPattern).join('|')})$` },
    ],
  };
}

/** The binding keys that a filter allows: of `ticket.*` each ticket event, and `ticket.*` itself. */
function bindingPattern(filter: string): string {
  if (filter === '#') return '.*';
  return filter.endsWith('.*') ? `${literal(filter.slice(0, -1))}[^.#]+` : literal(filter);
}

/** RabbitMQ: base64 of a salt of four bytes and the SHA-256 of salt and password. */
function passwordHash(password: string, salt: Buffer = randomBytes(4)): string {
  const hash = createHash('sha256').update(salt).update(password, 'utf8').digest();
  return Buffer.concat([salt, hash]).toString('base64');
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

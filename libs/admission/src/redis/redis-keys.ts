import { hashToken } from '../token.ts';

/**
 * Names of our keys. All that one request needs shares the hash tag `{route}`, which stands in the token itself: the
 * script may then touch it on a Redis Cluster too, where a key of another slot works until the day of a resharding.
 */
export class RedisKeys {
  constructor(private readonly prefix: string) {}

  /** What the keys of a route begin with; the scripts append `ws:<workspace>` and `rl:<workspace>:<mode>`. */
  route(routeTag: string): string {
    return `${this.prefix}{${routeTag}}:`;
  }

  token(routeTag: string, hash: string): string {
    return `${this.prefix}{${routeTag}}:t:${hash}`;
  }

  address(subject: string): string {
    return `${this.prefix}a:${subject}`;
  }

  /** Hashed: what a client calls itself may hold braces, which choose the slot. */
  client(subject: string): string {
    return `${this.prefix}c:${hashToken(subject)}`;
  }
}

import { Redis } from 'ioredis';
import { closeRedis, sentinelConnections } from './create-redis.ts';
import type { RedisConfig } from './redis.config.ts';

const CHANNEL = '+switch-master';

/**
 * Asks the sentinels to say when another server becomes the primary: the connection to the former one, which may not know of
 * it yet, would go on taking writes that nobody reads. ioredis has a `failoverDetector`, which subscribes again after a lost
 * connection without a handler for the failure, so that a sentinel that goes away ends the process (5.11).
 */
export class FailoverWatch {
  readonly #sentinels: readonly Redis[];

  /** @param onFailover gets the address of the new primary, `host:port` as the sentinels say it. */
  constructor(config: RedisConfig, onFailover: (primary: string) => void) {
    const { primary } = config.REDIS_URL;
    this.#sentinels = sentinelConnections(config).map((options) => {
      const sentinel = new Redis(options);
      // What cannot be reached is tried again.
      sentinel.on('error', () => undefined);
      sentinel.on('ready', () => void sentinel.subscribe(CHANNEL).catch(() => undefined));
      sentinel.on('message', (_, text: string) => {
        const [name, , , host = '', port = ''] = text.split(' ');
        if (name === primary) onFailover(`${host}:${port}`);
      });
      return sentinel;
    });
  }

  close(): void {
    for (const sentinel of this.#sentinels) closeRedis(sentinel);
  }
}

import type { TokenRecord } from '@parley/contracts';
import type { RedisKeys } from './redis-keys.ts';
import type { RedisLink } from './redis-link.ts';
import { storedRecord } from './stored-record.ts';

/** `done`: ask Redis again; whether it was stored or overtaken by a write is seen there. */
export type Filled = 'done' | 'nobody can say' | 'redis is out';

/** Look-ups at once: a flood of invented tokens ends in 503 here, not in a queue before identity. */
const LOOK_UPS_MAX = 1000;

/** Looks up what Redis does not know, and stores it there. */
export class Fills {
  /** By lease, not by token: who was given a newer lease must not share a look-up that began before it. */
  readonly #flights = new Map<string, Promise<Filled>>();

  /** @param storeMs how long to wait for Redis with the result. */
  constructor(
    private readonly link: RedisLink,
    private readonly keys: RedisKeys,
    private readonly lookUp: (hash: string) => Promise<TokenRecord>,
    private readonly ttl: { recordTtlMs: number; unknownTtlMs: number },
    private readonly storeMs: number,
  ) {}

  /** Done once for all requests that were given this lease. */
  fill(routeTag: string, hash: string, lease: string): Promise<Filled> {
    const flight = this.#flights.get(lease);
    if (flight !== undefined) return flight;
    if (this.#flights.size >= LOOK_UPS_MAX) return Promise.resolve('nobody can say');
    const departed = this.#run(routeTag, hash, lease).finally(() => this.#flights.delete(lease));
    this.#flights.set(lease, departed);
    return departed;
  }

  async #run(routeTag: string, hash: string, lease: string): Promise<Filled> {
    let record: TokenRecord;
    try {
      record = await this.lookUp(hash);
    } catch {
      return 'nobody can say';
    }
    const [token, route] = [this.keys.token(routeTag, hash), this.keys.route(routeTag)];
    const stored = await this.link.ask(
      (redis) => redis.parleyFill(token, route, lease, ...storedRecord(record, this.ttl)),
      this.storeMs,
    );
    return stored === null ? 'redis is out' : 'done';
  }
}

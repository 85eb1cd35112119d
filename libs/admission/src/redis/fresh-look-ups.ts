import type { TokenRecord } from '@parley/contracts';
import { within } from './patience.ts';

/** Look-ups under way at once: whatever comes on top is told that nobody can say, instead of piling up. */
const LOOK_UPS_MAX = 1000;

interface Flight {
  now: Promise<TokenRecord | null>;
  /** Departs when `now` has landed, with everybody who came in the meantime. */
  next: Promise<TokenRecord | null> | null;
}

/**
 * Look-ups without a cache: each answer comes from a look-up that began after its question, so that a token that was
 * revoked a moment ago is not served from an answer of before. However many ask, a token is looked up once at a time:
 * those who come during a look-up share the next one.
 */
export class FreshLookUps {
  readonly #flights = new Map<string, Flight>();
  #open = 0;

  /** @param patienceMs a look-up that takes longer is given up. */
  constructor(
    private readonly lookUp: (hash: string) => Promise<TokenRecord>,
    private readonly patienceMs: number,
  ) {}

  /** What the token stands for; `null` when nobody can say. */
  ask(hash: string): Promise<TokenRecord | null> {
    const flight = this.#flights.get(hash);
    if (flight === undefined) return this.#depart(hash);
    flight.next ??= flight.now.then(() => this.#depart(hash));
    return flight.next;
  }

  #depart(hash: string): Promise<TokenRecord | null> {
    const flight: Flight = { now: this.#look(hash), next: null };
    this.#flights.set(hash, flight);
    void flight.now.then(() => {
      if (flight.next === null) this.#flights.delete(hash);
    });
    return flight.now;
  }

  async #look(hash: string): Promise<TokenRecord | null> {
    if (this.#open >= LOOK_UPS_MAX) return null;
    this.#open += 1;
    // One that was given up is still open: identity is busy with it.
    const landed = this.lookUp(hash).finally(() => (this.#open -= 1));
    try {
      return await within<TokenRecord | null>(landed, this.patienceMs, () => null);
    } catch {
      return null;
    }
  }
}

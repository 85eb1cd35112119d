import { ExpiringMap } from '@parley/runtime/async';
import type { KeyedRequest, KeyReservation } from '../auth-result.ts';

const KEYS_MAX = 100_000;

/** Idempotency keys reserved within this process; {@link KeyReservation} describes their life. */
export class KeyReservations {
  /** Keys of requests in progress, several of which may repeat each other. */
  readonly #reserved: ExpiringMap<string, { service: string; requests: number }>;
  readonly #confirmed: ExpiringMap<string, string>;

  constructor(reservationMs: number, idempotencyTtlMs: number) {
    this.#reserved = new ExpiringMap(reservationMs, KEYS_MAX);
    this.#confirmed = new ExpiringMap(idempotencyTtlMs, KEYS_MAX);
  }

  reserve(credentialId: string, { key, service }: KeyedRequest): KeyReservation | 'conflict' | undefined {
    const name = `${credentialId}:${key}`;
    const owner = this.#confirmed.entry(name, Date.now())?.value;
    if (owner !== undefined) return owner === service ? undefined : 'conflict';
    const reserved = this.#reserved.entry(name, Date.now())?.value;
    if (reserved !== undefined && reserved.service !== service) return 'conflict';
    this.#reserved.set(name, { service, requests: (reserved?.requests ?? 0) + 1 }, Date.now());
    return {
      confirm: () => this.#confirm(name, service),
      release: () => {
        this.#release(name, service);
        return Promise.resolve();
      },
    };
  }

  #confirm(name: string, service: string): void {
    const reserved = this.#reserved.entry(name, Date.now())?.value;
    if (reserved !== undefined && reserved.service !== service) return;
    this.#reserved.delete(name);
    if (this.#confirmed.entry(name, Date.now()) === undefined) this.#confirmed.set(name, service, Date.now());
  }

  #release(name: string, service: string): void {
    const reserved = this.#reserved.entry(name, Date.now())?.value;
    if (reserved?.service !== service) return;
    reserved.requests -= 1;
    if (reserved.requests === 0) this.#reserved.delete(name);
  }
}

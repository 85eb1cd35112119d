import { addressSubject } from './address.ts';
import type { TokenUse } from './admission.ts';
import { ExpiringMap } from './expiring-map.ts';

/** What one hand-over may carry (`recordTokenUse` in the contracts). */
const BATCH_MAX = 10_000;
/** Uses are a convenience: beyond this many, with nobody taking them, the oldest are dropped. */
const PENDING_MAX = 100_000;
/** Of one credential in one interval: whoever has more addresses than this has them by the million. */
const ADDRESSES_MAX = 32;

/**
 * Collects when credentials are used, and from where, and hands it over in batches, off the request path. Writing it per request is
 * the best-known way to make an API slow (reference: auth.md section 5, item 10).
 */
export class TokenUses {
  /** By credential, the addresses it was used from as requests bring them. */
  readonly #recently: ExpiringMap<string, Set<string>>;
  #pending: TokenUse[] = [];
  #timer: NodeJS.Timeout | undefined;
  #handingOver: Promise<void> = Promise.resolve();

  constructor(
    private readonly record: (uses: TokenUse[]) => Promise<void>,
    private readonly flushMs: number,
    intervalMs: number,
  ) {
    this.#recently = new ExpiringMap(intervalMs, PENDING_MAX);
  }

  /** Notes a use; more of the same credential from the same address within the interval are skipped. */
  note(credentialId: string, address: string, now: number): void {
    const known = this.#recently.entry(credentialId, now)?.value;
    if (known?.has(address) === true || (known?.size ?? 0) >= ADDRESSES_MAX) return;
    if (known === undefined) this.#recently.set(credentialId, new Set([address]), now);
    else known.add(address);
    this.#pending.push({ credentialId, at: now, address: addressSubject(address) });
    this.#schedule();
  }

  /** Hands over what is left; a failure is final then. */
  async close(): Promise<void> {
    await this.#handingOver;
    clearTimeout(this.#timer);
    while (this.#pending.length > 0) {
      await this.record(this.#pending.splice(0, BATCH_MAX)).catch(() => undefined);
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#handingOver = this.#handOver();
    }, this.flushMs).unref();
  }

  async #handOver(): Promise<void> {
    const batch = this.#pending.splice(0, BATCH_MAX);
    try {
      await this.record(batch);
    } catch {
      this.#pending = [...batch, ...this.#pending].slice(-PENDING_MAX);
    }
    if (this.#pending.length > 0) this.#schedule();
  }
}

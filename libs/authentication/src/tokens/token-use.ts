import { ExpiringMap } from '@parley/runtime/async';
import { addressSubject } from '../rate-limits/address.ts';

/** When a credential was used, in epoch milliseconds, and from which address (IPv6: which /64). */
export interface TokenUse {
  credentialId: string;
  at: number;
  address: string;
}

/** Uses per batch (`recordTokenUse` in the contracts). */
const BATCH_MAX = 10_000;
/** Uses are informational: beyond this backlog the oldest are dropped. */
const PENDING_MAX = 100_000;
/** Addresses per credential and interval; a caller with more has millions. */
const ADDRESSES_MAX = 32;

/** Batches when and from where credentials are used, off the request path: a write per request would slow every one. */
export class TokenUses {
  /** Addresses by credential, as requests bring them. */
  readonly #recent: ExpiringMap<string, Set<string>>;
  #pending: TokenUse[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly record: (uses: TokenUse[]) => Promise<void>,
    private readonly flushMs: number,
    intervalMs: number,
  ) {
    this.#recent = new ExpiringMap(intervalMs, PENDING_MAX);
  }

  /** Records a use, once per credential, address and interval. */
  note(credentialId: string, address: string, now: number): void {
    const known = this.#recent.entry(credentialId, now)?.value;
    if (known?.has(address) === true || (known?.size ?? 0) >= ADDRESSES_MAX) return;
    if (known === undefined) this.#recent.set(credentialId, new Set([address]), now);
    else known.add(address);
    this.#pending.push({ credentialId, at: now, address: addressSubject(address) });
    this.#schedule();
  }

  /** Records the rest; a failure is final. */
  async close(): Promise<void> {
    await this.#flushing;
    clearTimeout(this.#timer);
    while (this.#pending.length > 0)
      await this.record(this.#pending.splice(0, BATCH_MAX)).catch(() => undefined);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flushing = this.#flush();
    }, this.flushMs).unref();
  }

  async #flush(): Promise<void> {
    const batch = this.#pending.splice(0, BATCH_MAX);
    try {
      await this.record(batch);
    } catch {
      this.#pending = [...batch, ...this.#pending].slice(-PENDING_MAX);
    }
    if (this.#pending.length > 0) this.#schedule();
  }
}

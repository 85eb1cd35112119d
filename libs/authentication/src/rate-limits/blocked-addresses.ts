import { ExpiringMap } from '@parley/runtime/async';
import { STATE_DEFAULTS } from '../auth-state.ts';
import { ADDRESSES_MAX, addressSubject } from './address.ts';
import { FixedWindows, type RateWindow } from './rate-window.ts';

/** Look-ups per second and process for all blocked addresses: enough for valid tokens that are not cached. */
export const LOOK_UPS_PER_SECOND = 100;

/** Addresses beyond their limit of failed requests: their invented tokens must not cost identity a look-up each. */
export class BlockedAddresses {
  readonly #windows: ExpiringMap<string, { window: RateWindow; endsAt: number }>;
  readonly #lookUps = new FixedWindows(1000);

  constructor(windowMs: number = STATE_DEFAULTS.windowMs) {
    this.#windows = new ExpiringMap(windowMs, ADDRESSES_MAX);
  }

  note(address: string, window: RateWindow, now: number): void {
    if (window.remaining > 0) return;
    this.#windows.set(addressSubject(address), { window, endsAt: now + window.ttlMs }, now);
  }

  has(address: string, now: number): boolean {
    return this.#entry(address, now) !== null;
  }

  /** The window that forbids a look-up for this address, or `null`. */
  check(address: string, now: number): RateWindow | null {
    const entry = this.#entry(address, now);
    if (entry === null) return null;
    if (this.#lookUps.take('all', LOOK_UPS_PER_SECOND, now).passed) return null;
    return { ...entry.window, ttlMs: entry.endsAt - now };
  }

  #entry(address: string, now: number) {
    if (this.#windows.size === 0) return null;
    const entry = this.#windows.entry(addressSubject(address), now)?.value;
    return entry === undefined || entry.endsAt <= now ? null : entry;
  }
}

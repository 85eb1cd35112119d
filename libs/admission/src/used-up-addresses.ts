import { ADDRESSES_MAX, addressSubject } from './address.ts';
import { ExpiringMap } from './expiring-map.ts';
import { FixedWindows, WINDOW_MS, type Window } from './window.ts';

/**
 * Look-ups a second, in this process, for all addresses that have used up their failures. Enough for the valid tokens
 * that share such an address and have not been seen for minutes; identity does not feel it.
 */
export const LOOK_UPS_PER_SECOND = 100;

const ALL = 'all';

/**
 * Addresses without failures left in their minute, as this process has seen them. A token that nobody here knows costs
 * identity a look-up, and anybody can invent tokens with a valid checksum by the million: from such an address only so
 * many are looked up. Tokens that are known, revoked and expired ones too, are not its business.
 */
export class UsedUpAddresses {
  readonly #windows: ExpiringMap<string, { window: Window; endsAt: number }>;
  readonly #lookUps = new FixedWindows(1000);

  constructor(windowMs: number = WINDOW_MS) {
    this.#windows = new ExpiringMap(windowMs, ADDRESSES_MAX);
  }

  /** Notes where an address stands after a request without a valid token. */
  note(address: string, window: Window, now: number): void {
    if (window.remaining > 0) return;
    this.#windows.set(addressSubject(address), { window, endsAt: now + window.ttlMs }, now);
  }

  /** The window that refuses a look-up for a request from there; `null` when it may be made. */
  refuse(address: string, now: number): Window | null {
    if (this.#windows.size === 0) return null;
    const entry = this.#windows.entry(addressSubject(address), now)?.value;
    if (entry === undefined || entry.endsAt <= now) return null;
    if (this.#lookUps.take(ALL, LOOK_UPS_PER_SECOND, now).passed) return null;
    return { ...entry.window, ttlMs: entry.endsAt - now };
  }
}

import type { TokenRecord } from '@parley/contracts';
import { ADDRESSES_MAX, addressSubject, clientSubject } from '../address.ts';
import {
  ADMISSION_DEFAULTS,
  type AddressVerdict,
  type AuthenticatorOptions,
  type ClientVerdict,
  type Refusal,
  type TokenVerdict,
} from '../admission.ts';
import { principalOf } from '../principal.ts';
import { EXPIRED, NOT_OURS, REVOKED } from '../refusals.ts';
import { FixedWindows, type Window } from '../window.ts';
import { FreshLookUps } from './fresh-look-ups.ts';
import { within } from './patience.ts';

/** What a request may take in all when Redis is out. */
const REQUEST_MS = 290;
/** What a look-up gets at least, also when Redis used up the time. */
const LOOK_UP_MS = 90;

/**
 * What decides while Redis is out. Limits are kept in this process, so a workspace may get its limit once per gateway;
 * tokens are looked up for every request and never cached, because nothing would tell this process of a revocation.
 */
export class Insurance {
  readonly #lookUps: FreshLookUps;
  readonly #workspaces: FixedWindows;
  readonly #addresses: FixedWindows;
  readonly #clients: FixedWindows;
  readonly #failureLimit: number;
  readonly #clientLimit: number;
  #taken = 0;

  constructor(options: AuthenticatorOptions) {
    this.#lookUps = new FreshLookUps(options.lookUp, REQUEST_MS);
    this.#workspaces = new FixedWindows(options.windowMs);
    this.#addresses = new FixedWindows(options.windowMs, ADDRESSES_MAX);
    this.#clients = new FixedWindows(options.windowMs, ADDRESSES_MAX);
    this.#failureLimit = options.failuresPerMinute;
    this.#clientLimit = options.clientRequestsPerMinute ?? ADMISSION_DEFAULTS.clientRequestsPerMinute;
  }

  /** Decisions taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** @param spentMs how long the request has waited already. */
  async authenticate(hash: string, spentMs: number): Promise<TokenVerdict> {
    this.#taken += 1;
    const patience = Math.max(LOOK_UP_MS, REQUEST_MS - spentMs);
    const record = await within(this.#lookUps.ask(hash), patience, () => null);
    return record === null ? { kind: 'unavailable' } : this.#judge(record, Date.now());
  }

  limitAnonymous(address: string, refusal: Refusal): AddressVerdict {
    this.#taken += 1;
    const { passed, window } = this.#addresses.take(addressSubject(address), this.#failureLimit, Date.now());
    if (passed || refusal.known) return { ...refusal, window };
    return { kind: 'limited', principal: null, window };
  }

  limitClient(clientId: string, address: string): ClientVerdict {
    this.#taken += 1;
    return this.#clients.take(clientSubject(clientId, address), this.#clientLimit, Date.now());
  }

  addressWindow(address: string): Window {
    return this.#addresses.show(addressSubject(address), this.#failureLimit, Date.now());
  }

  #judge(record: TokenRecord, now: number): TokenVerdict {
    const principal = principalOf(record);
    if (principal === null) return record.state === 'revoked' ? REVOKED : NOT_OURS;
    if (record.expiresAt !== null && record.expiresAt <= now) return EXPIRED;
    const subject = `${principal.workspaceId}:${principal.mode}`;
    const { passed, window } = this.#workspaces.take(subject, record.limit, now);
    return { kind: passed ? 'admitted' : 'limited', principal, window };
  }
}

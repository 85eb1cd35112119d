import type { TokenRecord } from '@parley/contracts';
import { ADDRESSES_MAX, addressSubject, clientSubject } from './address.ts';
import {
  ADMISSION_DEFAULTS,
  type AddressVerdict,
  Authenticator,
  type AuthenticatorOptions,
  type TokenStore,
  type ClientVerdict,
  type Refusal,
  type TokenVerdict,
} from './admission.ts';
import { EXPIRED, NOT_OURS, REVOKED } from './refusals.ts';
import { TokenCache, type Known } from './token-cache.ts';
import { TokenUses } from './token-use.ts';
import { hashToken, readToken } from './token.ts';
import { UsedUpAddresses } from './used-up-addresses.ts';
import { FixedWindows, type Window } from './window.ts';

/**
 * Admission within one process: what standalone runs on. Both sides, reading and writing, are this one object, so a
 * revocation holds from the very next request.
 */
export class MemoryAuthenticator extends Authenticator implements TokenStore {
  readonly #tokens: TokenCache;
  readonly #workspaces: FixedWindows;
  readonly #addresses: FixedWindows;
  readonly #usedUp: UsedUpAddresses;
  readonly #clients: FixedWindows;
  readonly #uses: TokenUses;
  readonly #failureLimit: number;
  readonly #clientLimit: number;

  constructor(options: AuthenticatorOptions) {
    super();
    const times = { ...ADMISSION_DEFAULTS, ...options };
    this.#tokens = new TokenCache(options.lookUp, times);
    this.#workspaces = new FixedWindows(options.windowMs);
    this.#addresses = new FixedWindows(options.windowMs, ADDRESSES_MAX);
    this.#usedUp = new UsedUpAddresses(options.windowMs);
    this.#uses = new TokenUses(options.recordUse, times.useFlushMs, times.useIntervalMs);
    this.#clients = new FixedWindows(options.windowMs, ADDRESSES_MAX);
    this.#failureLimit = options.failuresPerMinute;
    this.#clientLimit = times.clientRequestsPerMinute;
  }

  override async authenticate(token: string, address: string): Promise<TokenVerdict> {
    const read = readToken(token);
    if (read === null || read.kind === 'refresh_token') return NOT_OURS;
    const hash = hashToken(token);
    let known: Known | null | undefined = this.#tokens.peek(hash, Date.now());
    if (known === undefined) {
      const window = this.#usedUp.refuse(address, Date.now());
      if (window !== null) return { kind: 'limited', principal: null, window };
      known = await this.#tokens.find(hash);
    }
    return known === null ? { kind: 'unavailable' } : this.#judge(known, address, Date.now());
  }

  override limitAnonymous(address: string, refusal: Refusal): Promise<AddressVerdict> {
    const taken = this.#addresses.take(addressSubject(address), this.#failureLimit, Date.now());
    this.#usedUp.note(address, taken.window, Date.now());
    if (taken.passed || refusal.known) return Promise.resolve({ ...refusal, window: taken.window });
    return Promise.resolve({ kind: 'limited', principal: null, window: taken.window });
  }

  override limitClient(clientId: string, address: string): Promise<ClientVerdict> {
    const subject = clientSubject(clientId, address);
    return Promise.resolve(this.#clients.take(subject, this.#clientLimit, Date.now()));
  }

  override addressWindow(address: string): Promise<Window> {
    return Promise.resolve(this.#addresses.show(addressSubject(address), this.#failureLimit, Date.now()));
  }

  revoke(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) this.#tokens.bury(hash);
    return Promise.resolve();
  }

  put(hash: string, record: TokenRecord): Promise<void> {
    this.#tokens.put(hash, record);
    return Promise.resolve();
  }

  setLimit(workspaceId: string, limitPerMinute: number): Promise<void> {
    this.#tokens.setLimit(workspaceId, limitPerMinute);
    return Promise.resolve();
  }

  invalidate(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) this.#tokens.forget(hash);
    return Promise.resolve();
  }

  /** Hands over the uses that are still collected. */
  async close(): Promise<void> {
    await this.#uses.close();
  }

  #judge(known: Known, address: string, now: number): TokenVerdict {
    if (known.state !== 'active') return known.state === 'revoked' ? REVOKED : NOT_OURS;
    if (known.expiresAt !== null && known.expiresAt <= now) return EXPIRED;
    const { principal } = known;
    const subject = `${principal.workspaceId}:${principal.mode}`;
    const { passed, window } = this.#workspaces.take(
      subject,
      this.#tokens.limitOf(principal.workspaceId),
      now,
    );
    this.#uses.note(principal.credentialId, address, now);
    return { kind: passed ? 'admitted' : 'limited', principal, window };
  }
}

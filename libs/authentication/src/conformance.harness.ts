import { randomInt, randomUUID } from 'node:crypto';
import { type CredentialType, encodeId, type Id, type TokenRecord } from '@parley/contracts';
import { gate } from '@parley/testing';
import type { AuthState } from './auth-state.ts';
import type { Authenticator, AuthenticatorOptions } from './authenticator.ts';
import type { TokenStore } from './tokens/token-store.ts';
import type { TokenUse } from './tokens/token-use.ts';
import { hashToken, mintToken } from './tokens/token.ts';

export interface AuthenticatorUnderTest {
  authenticator: Authenticator;
  store: TokenStore;
  state: Pick<AuthState, 'usage'>;
  close(): Promise<void>;
}

export type CreateAuthenticator = (options: AuthenticatorOptions) => Promise<AuthenticatorUnderTest>;

// Ids and addresses are unique per test, so tests that share a server need no cleanup.
export const newWorkspace = (): Id<'workspace'> => encodeId('workspace', randomUUID());
/** The tag of all test tokens. */
export const ROUTE_TAG = 'Ab12';
/** An address for tests in which it does not matter. */
export const ADDRESS = '192.0.2.1';
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
/** The first four groups of an IPv6 address. */
export const newNetwork = (): string =>
  `2001:db8:${randomInt(1, 65_536).toString(16)}:${randomInt(1, 65_536).toString(16)}`;
export const newUser = (): Id<'user'> => encodeId('user', randomUUID());
export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const UNKNOWN: TokenRecord = { state: 'unknown', principal: null, expiresAt: null, limit: 0 };
export const REVOKED: TokenRecord = { ...UNKNOWN, state: 'revoked' };

export interface RecordChoice {
  workspaceId?: Id<'workspace'>;
  mode?: 'live' | 'test';
  limit?: number;
  expiresAt?: number | null;
  credentialId?: string;
  type?: CredentialType;
  userId?: Id<'user'>;
}

export function activeRecord(choice: RecordChoice = {}): TokenRecord {
  return {
    state: 'active',
    principal: {
      type: choice.type ?? 'api_key',
      credentialId: choice.credentialId ?? encodeId('key', randomUUID()),
      workspaceId: choice.workspaceId ?? newWorkspace(),
      mode: choice.mode ?? 'live',
      userId: choice.userId ?? newUser(),
      role: 'viewer',
      scopes: ['tickets:read', 'tickets:write'],
    },
    expiresAt: choice.expiresAt ?? null,
    limit: choice.limit ?? 60,
  };
}

/** A fake identity service that counts look-ups. */
export class Identity {
  readonly records = new Map<string, TokenRecord>();
  readonly uses: TokenUse[][] = [];
  lookUps = 0;
  /** If set, look-ups wait for it after they have read their record. */
  held: Promise<void> | null = null;
  down = false;
  refusesUses = false;
  refusedUses = 0;
  readonly #waiting: { count: number; reached: () => void }[] = [];

  readonly lookUp = async (hash: string): Promise<TokenRecord> => {
    this.lookUps += 1;
    for (const { count, reached } of this.#waiting) if (this.lookUps >= count) reached();
    const record = this.records.get(hash) ?? UNKNOWN;
    await this.held;
    if (this.down) throw new Error('identity is down');
    return record;
  };

  readonly recordUse = (uses: TokenUse[]): Promise<void> => {
    if (this.refusesUses) {
      this.refusedUses += 1;
      return Promise.reject(new Error('identity is down'));
    }
    this.uses.push(uses);
    return Promise.resolve();
  };

  issue(record: TokenRecord = activeRecord()): string {
    const token = mintToken('sk_live_', ROUTE_TAG);
    this.records.set(hashToken(token), record);
    return token;
  }

  /** Waits until so many look-ups have begun, since the start of the test. */
  async untilLookUps(count: number): Promise<void> {
    if (this.lookUps < count) await new Promise<void>((reached) => this.#waiting.push({ count, reached }));
  }

  /** Makes look-ups wait until the returned function is called. */
  hold(): () => void {
    const [held, open] = gate();
    this.held = held;
    return () => {
      this.held = null;
      open();
    };
  }
}

export interface TestHarness extends AuthenticatorUnderTest {
  identity: Identity;
  /** A token that identity knows and that is not cached. */
  issue(choice?: RecordChoice): string;
}

export type Open = (options?: Partial<AuthenticatorOptions>) => Promise<TestHarness>;

export const remainingOf = (result: object): number =>
  (result as { window: { remaining: number } }).window.remaining;
export const resetOf = (result: object): number =>
  (result as { window: { resetAtMs: number } }).window.resetAtMs;
export const kindsOf = (results: readonly { kind: string }[], kind: string): number =>
  results.filter((result) => result.kind === kind).length;

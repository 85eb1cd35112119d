import type { TokenProvider } from './credentials.ts';
import { AuthorizationExpiredError, ConfigurationError } from './errors.ts';
import type { TokenData, Tokens, TokenStore } from './token-store.ts';

/** An access token is renewed this long before its end, as a request takes time, and clocks differ. */
const REFRESH_BEFORE_MS = 60_000;

interface Refresher {
  refresh(refreshToken: string): Promise<Tokens>;
}

/** The tokens of a grant, renewed when it is time, by one request for all calls that wait for it. */
export class GrantTokens implements TokenProvider {
  readonly #oauth: Refresher;
  readonly #store: TokenStore;
  #tokens: TokenData | undefined;
  #refreshing: Promise<string> | undefined;

  constructor(oauth: Refresher, store: TokenStore) {
    this.#oauth = oauth;
    this.#store = store;
  }

  async token(): Promise<string> {
    this.#tokens ??= await this.#store.load();
    if (this.#tokens === undefined)
      throw new AuthorizationExpiredError('invalid_grant', 'There are no tokens in the store');
    if (typeof this.#tokens.access_token !== 'string')
      throw new ConfigurationError('The store has no access_token: what to store is tokens.toObject()');
    if (Date.parse(this.#tokens.expires_at) - Date.now() > REFRESH_BEFORE_MS)
      return this.#tokens.access_token;
    return this.refresh(this.#tokens.access_token);
  }

  /** All callers wait for the same refresh, which none of them can cancel. */
  refresh(rejected: string): Promise<string> {
    if (this.#tokens !== undefined && this.#tokens.access_token !== rejected)
      return Promise.resolve(this.#tokens.access_token);
    this.#refreshing ??= this.#store
      .withLock(() => this.#renew(rejected))
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #renew(rejected: string): Promise<string> {
    const stored = await this.#store.load();
    // Another process has renewed them meanwhile.
    if (stored !== undefined && stored.access_token !== rejected) return this.#use(stored);
    if (stored?.refresh_token === undefined)
      throw new AuthorizationExpiredError('invalid_grant', 'There is no refresh token in the store');
    try {
      const next = (await this.#oauth.refresh(stored.refresh_token)).toObject();
      // Saved before it is used: the first use ends the old refresh token.
      if (await this.#store.save(stored, next)) return this.#use(next);
      return this.#use((await this.#store.load()) ?? next);
    } catch (error) {
      if (!(error instanceof AuthorizationExpiredError)) throw error;
      const newest = await this.#store.load();
      if (newest === undefined || newest.access_token === stored.access_token) throw error;
      return this.#use(newest);
    }
  }

  #use(tokens: TokenData): string {
    this.#tokens = tokens;
    return tokens.access_token;
  }
}

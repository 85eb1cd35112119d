/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000;

export interface AccessToken {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The access token of a mode, kept in memory only. */
export class AccessTokens {
  #current: Promise<AccessToken> | undefined;
  #known: AccessToken | undefined;

  constructor(private readonly issue: () => Promise<AccessToken>) {}

  /** @param refused the token that the API refused; of requests that were refused together, the first one renews it. */
  async get(refused?: string): Promise<string> {
    const { token, expiresAt = Infinity } = this.#known ?? {};
    const isRefused = refused !== undefined && refused === token;
    if (isRefused || expiresAt - MARGIN_MS < Date.now()) this.forget();
    this.#current ??= this.#renew();
    return (await this.#current).token;
  }

  forget(): void {
    this.#current = undefined;
    this.#known = undefined;
  }

  #renew(): Promise<AccessToken> {
    const renewal: Promise<AccessToken> = this.issue().then(
      (issued) => {
        if (this.#current === renewal) this.#known = issued;
        return issued;
      },
      (error: unknown) => {
        if (this.#current === renewal) this.forget();
        throw error;
      },
    );
    return renewal;
  }
}

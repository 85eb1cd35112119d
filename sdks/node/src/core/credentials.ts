import { ConfigurationError } from './errors.ts';
import { redacted } from './log.ts';

/** What authenticates requests: an API key is one, the tokens of a user by OAuth are another. */
export interface TokenProvider {
  /** The token for the next request */
  token(): string | Promise<string>;
  /**
   * Called once in a call whose token has expired (401 `token_expired`). The call is repeated with what it returns.
   *
   * @param rejected the token that was not accepted
   */
  refresh?(rejected: string): Promise<string>;
}

/** An API key or a personal access token. */
export class ApiKey implements TokenProvider {
  readonly key: string;
  readonly #token: string;

  /** @throws ConfigurationError if the key cannot be one */
  constructor(token: string) {
    checkToken(token);
    this.#token = token;
    this.key = redacted(token);
  }

  token(): string {
    return this.#token;
  }
}

/** A key from a file often ends with a newline, which no server accepts. The text of the error must not have the key. */
function checkToken(token: string): void {
  if (typeof token !== 'string' || token === '')
    throw new ConfigurationError('apiKey must be a text that is not empty');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ConfigurationError('apiKey has a blank, a line break or another character that no key has');
}

/** The mode that a token belongs to, where its prefix tells. */
export function modeOf(token: string): 'live' | 'test' | undefined {
  if (/^(?:sk|at)_test_/.test(token)) return 'test';
  return /^(?:sk_live|at)_/.test(token) ? 'live' : undefined;
}

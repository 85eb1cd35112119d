// OAuth 2 as an app uses it: authorization code with PKCE (RFC 6749, 7636), refresh, revocation (RFC 7009), introspection (RFC 7662).
import { Caller, type CallAnswer } from './call.ts';
import { checkNames, checkSecure, parseUrl, userAgentOf } from './config.ts';
import { isLoopback, positive, type ConnectionOptions } from './connection.ts';
import type { TokenProvider } from './credentials.ts';
import {
  annotate,
  AuthorizationExpiredError,
  ConfigurationError,
  DecodeError,
  OAuthError,
  type Answer,
  type ParleyError,
} from './errors.ts';
import type { Logger } from './log.ts';
import type { RequestBody } from './multipart.ts';
import { GrantTokens } from './grant-tokens.ts';
import { headersOf } from './request.ts';
import { RetryBudget } from './retry.ts';
import { bytesOf, objectOf, textOf } from './runtime.ts';
import { Tokens, type TokenStore } from './token-store.ts';
import { transportOf } from './transport.ts';
import { parseRetryAfter } from './values.ts';

/** The options of an app that is registered with Parley. */
export interface OAuthOptions extends ConnectionOptions {
  /** The address of the authorization server; {auth_url} in the documentation */
  authUrl: string;
  clientId: string;
  /** Undefined for a public client */
  clientSecret?: string | undefined;
  /** One of the redirect URIs that the app is registered with */
  redirectUri?: string | undefined;
  /** Milliseconds for one request: 20,000 */
  timeout?: number | undefined;
  /** Milliseconds for a call with its retries: 90,000 */
  totalTimeout?: number | undefined;
  logger?: Logger | undefined;
  allowInsecure?: boolean | undefined;
}

const OPTIONS = [
  'allowInsecure',
  'authUrl',
  'ca',
  'clientId',
  'clientSecret',
  'connectTimeout',
  'fetch',
  'logger',
  'maxIdleConnections',
  'proxy',
  'redirectUri',
  'timeout',
  'timeScale',
  'totalTimeout',
  'transport',
];

/** Features of the authorization server (RFC 8414). */
export interface OAuthMetadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
  introspection_endpoint: string;
  authorization_response_iss_parameter_supported?: boolean;
}

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
] as const;

/** Where to send the user, and what to keep in the session of the user until the callback. */
export interface AuthorizationRequest {
  url: string;
  state: string;
  codeVerifier: string;
}

/** What the authorization server knows of a token. */
export interface Introspection {
  active: boolean;
  scope?: string;
  client_id?: string;
  sub?: string;
  exp?: number;
}

export class OAuth {
  readonly clientId: string;
  readonly #authUrl: URL;
  readonly #allowInsecure: boolean;
  readonly #clientSecret: string | undefined;
  readonly #redirectUri: string | undefined;
  readonly #timeout: number;
  readonly #totalTimeout: number;
  readonly #caller: Caller;
  #metadata: Promise<OAuthMetadata> | undefined;

  /** @throws ConfigurationError */
  constructor(options: OAuthOptions) {
    checkNames(options, OPTIONS);
    const { authUrl, clientId, clientSecret, redirectUri, logger, allowInsecure = false } = options;
    this.#authUrl = parseUrl('authUrl', authUrl);
    this.#allowInsecure = allowInsecure;
    checkSecure(this.#authUrl, allowInsecure);
    if (typeof clientId !== 'string' || clientId === '') throw new ConfigurationError('clientId is missing');
    this.clientId = clientId;
    this.#clientSecret = clientSecret;
    this.#redirectUri = redirectUri;
    const timeScale = positive('timeScale', options.timeScale ?? 1);
    this.#timeout = positive('timeout', options.timeout ?? 20_000) * timeScale;
    this.#totalTimeout = positive('totalTimeout', options.totalTimeout ?? 90_000) * timeScale;
    const settings = { hooks: {}, logger, maxResponseBytes: 1024 * 1024, timeScale, expectMode: undefined };
    this.#caller = new Caller(settings, transportOf(options), new RetryBudget());
  }

  /**
   * The addresses of the authorization server (RFC 8414), read once.
   *
   * @throws OAuthError if they are those of another server, or would be sent secrets in plain text
   */
  metadata(): Promise<OAuthMetadata> {
    this.#metadata ??= this.#readMetadata().catch((error: unknown) => {
      this.#metadata = undefined;
      throw error;
    });
    return this.#metadata;
  }

  /**
   * Begins a sign-in. Keep `state` and `codeVerifier` in the session of the user, and send the user to `url`.
   *
   * @param options `scopes`: those of the app by default; `prompt: 'consent'` asks also a user who has consented before
   */
  async authorizationUrl(
    options: { scopes?: readonly string[] | undefined; prompt?: 'consent' | undefined } = {},
  ): Promise<AuthorizationRequest> {
    const { authorization_endpoint } = await this.metadata();
    const [state, codeVerifier] = [randomText(), randomText()];
    const url = new URL(authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.#requiredRedirectUri(),
      scope: options.scopes?.join(' '),
      prompt: options.prompt,
      state,
      code_challenge: base64url(await sha256(codeVerifier)),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, value);
    return { url: url.href, state, codeVerifier };
  }

  /**
   * Ends a sign-in: exchanges the code of the callback for tokens.
   *
   * @param callbackUrl the URL that the user came back with
   * @param saved what `authorizationUrl` has returned, from the session of the same user
   * @throws OAuthError, with `access_denied` if the user did not consent, and `invalid_state` or `invalid_issuer` if the callback is not
   *   the answer to the request of this user
   */
  async exchange(callbackUrl: string | URL, saved: { state: string; codeVerifier: string }): Promise<Tokens> {
    const { issuer, authorization_response_iss_parameter_supported: hasIssuer } = await this.metadata();
    const parameters = new URL(callbackUrl, this.#redirectUri).searchParams;
    // A session that was lost has no state: a callback without one must not be taken for the answer to it.
    const { state } = saved as { state?: string };
    if (!state || !(await isEqual(parameters.get('state') ?? '', state)))
      throw new OAuthError('invalid_state', 'The callback does not belong to this sign-in');
    // RFC 9207: an answer of another server must not be taken for one of this.
    const iss = parameters.get('iss');
    if (iss === null ? hasIssuer === true : iss !== issuer)
      throw new OAuthError('invalid_issuer', 'The callback does not come from this authorization server');
    const error = parameters.get('error');
    if (error !== null) throw new OAuthError(error, parameters.get('error_description') ?? undefined);
    const form = {
      grant_type: 'authorization_code',
      code: parameters.get('code') ?? '',
      redirect_uri: this.#requiredRedirectUri(),
      code_verifier: saved.codeVerifier,
    };
    // A code works once: after an answer that was lost, a second exchange would end the grant.
    return this.#post('exchangeToken', 'token_endpoint', form, false, tokensOf);
  }

  /**
   * Gets new tokens. The refresh token is replaced: store the new one before you use the access token.
   *
   * @throws AuthorizationExpiredError if the grant has ended
   */
  refresh(refreshToken: string): Promise<Tokens> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    // The server gives the same answer again, until the new tokens are used.
    return this.#post('refreshToken', 'token_endpoint', form, true, tokensOf);
  }

  /** Ends a token. That of a refresh token ends the grant with all its tokens. */
  revoke(token: string): Promise<void> {
    return this.#post('revokeToken', 'revocation_endpoint', { token }, true, () => undefined);
  }

  /** What a token of this app may do; `{ active: false }` for any other one. */
  introspect(token: string): Promise<Introspection> {
    return this.#post(
      'introspectToken',
      'introspection_endpoint',
      { token },
      true,
      (answer) => jsonOf(answer) as Introspection,
    );
  }

  /** The credential of a user for a client: `new Parley({ baseUrl, auth: oauth.tokenProvider(store) })`. */
  tokenProvider(store: TokenStore): TokenProvider {
    return new GrantTokens(this, store);
  }

  async #readMetadata(): Promise<OAuthMetadata> {
    const url = new URL(`${this.#authUrl.href.replace(/\/$/, '')}/.well-known/oauth-authorization-server`);
    const metadata = await this.#call(
      'getOAuthServerMetadata',
      'GET',
      url,
      undefined,
      true,
      (answer) => jsonOf(answer) as OAuthMetadata,
    );
    // RFC 8414, section 3.3: the document of another server would send users and codes there.
    if (
      typeof metadata.issuer !== 'string' ||
      metadata.issuer.replace(/\/$/, '') !== this.#authUrl.href.replace(/\/$/, '')
    )
      throw new OAuthError('invalid_issuer', 'The metadata is that of another authorization server');
    for (const name of ENDPOINTS)
      if (!this.#isSafe(metadata[name]))
        throw new OAuthError('invalid_metadata', `${name} is not a URL that begins with https://`);
    return metadata;
  }

  /** Plain HTTP is as for the issuer itself. The host may be another one: that of the API has the endpoints for tokens. */
  #isSafe(endpoint: unknown): boolean {
    const url = typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (url?.protocol !== 'http:') return url?.protocol === 'https:';
    return this.#authUrl.protocol === 'http:' && (isLoopback(url) || this.#allowInsecure);
  }

  async #post<T>(
    operation: string,
    endpoint: Exclude<(typeof ENDPOINTS)[number], 'authorization_endpoint'>,
    form: Record<string, string>,
    canRepeat: boolean,
    resultOf: (answer: CallAnswer) => T,
  ): Promise<T> {
    const url = new URL((await this.metadata())[endpoint]);
    const parameters = new URLSearchParams({ ...form, client_id: this.clientId });
    if (this.#clientSecret !== undefined) parameters.set('client_secret', this.#clientSecret);
    return this.#call(operation, 'POST', url, formBody(parameters.toString()), canRepeat, resultOf);
  }

  #call<T>(
    operation: string,
    method: string,
    url: URL,
    body: RequestBody | undefined,
    canRepeat: boolean,
    resultOf: (answer: CallAnswer) => T,
  ): Promise<T> {
    const headers = headersOf({ method }, body, { userAgent: userAgentOf(), compress: false }, {});
    delete headers.prefer;
    return this.#caller.call(
      {
        operation,
        method,
        url,
        headers,
        body,
        credential: undefined,
        canRepeat,
        timeout: this.#timeout,
        totalTimeout: this.#totalTimeout,
        maxRetries: 3,
        signal: undefined,
        failureOf: oauthFailure,
      },
      resultOf,
    );
  }

  #requiredRedirectUri(): string {
    if (this.#redirectUri === undefined) throw new ConfigurationError('redirectUri is missing');
    return this.#redirectUri;
  }
}

function tokensOf(answer: CallAnswer): Tokens {
  const { access_token, refresh_token, expires_in, scope = '' } = jsonOf(answer) as Record<string, unknown>;
  const end = new Date(typeof expires_in === 'number' ? Date.now() + expires_in * 1000 : NaN);
  const isText = (value: unknown) => typeof value === 'string';
  if (
    !isText(access_token) ||
    !isText(scope) ||
    !(refresh_token === undefined || isText(refresh_token)) ||
    Number.isNaN(end.getTime())
  )
    throw new DecodeError('The answer has no token', withoutBody(answer));
  return new Tokens({ access_token, refresh_token, expires_at: end.toISOString(), scope });
}

function jsonOf(answer: CallAnswer): object {
  const value = objectOf(textOf(answer.body));
  if (value !== undefined) return value;
  throw new DecodeError('The answer is not a JSON object', withoutBody(answer));
}

/** The body of an answer that was to have tokens stays out of errors. */
const withoutBody = (answer: CallAnswer): Answer => ({ ...answer, body: new Uint8Array() });

function oauthFailure(answer: Answer): ParleyError {
  const { status, headers } = answer;
  const body = (objectOf(textOf(answer.body)) ?? {}) as { error?: unknown; error_description?: unknown };
  // An answer that is not of the server, such as the page of a proxy, has no more than its status.
  const error = typeof body.error === 'string' ? body.error : `http_${status}`;
  const description = typeof body.error_description === 'string' ? body.error_description : undefined;
  const retryAfter = parseRetryAfter(headers['retry-after']);
  const type = error === 'invalid_grant' ? AuthorizationExpiredError : OAuthError;
  return annotate(new type(error, description, { status, retryAfter }), {
    requestId: headers['x-request-id'],
  });
}

function formBody(text: string): RequestBody {
  const bytes = bytesOf(text);
  return {
    contentType: 'application/x-www-form-urlencoded',
    length: bytes.byteLength,
    isReplayable: true,
    open: () => bytes,
  };
}

const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text)));

/** 32 random bytes, of which nobody guesses one. */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Compares digests, so that the time tells nothing of the texts. */
async function isEqual(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([sha256(a), sha256(b)]);
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}

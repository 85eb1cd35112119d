import { ApiKey, modeOf, type TokenProvider } from './credentials.ts';
import { ConfigurationError } from './errors.ts';
import type { Logger } from './log.ts';
import { environment, platform } from './runtime.ts';
import { isLoopback, positive, type ConnectionOptions } from './connection.ts';
import type { Headers, RateLimit } from './values.ts';

export const VERSION = '0.1.0';

/** Called by the client. What they throw ends the call. */
export interface Hooks {
  /** Called before each request; the headers that it returns are added, such as `traceparent`; to the link of a file, none */
  onRequest?: ((request: RequestEvent) => Record<string, string> | undefined | void) | undefined;
  /** After each answer, also one with an error */
  onResponse?: ((response: ResponseEvent) => void) | undefined;
}

export interface RequestEvent {
  /** `updateTicket`, as in the API document */
  operation: string;
  method: string;
  /** 1 for the first request of a call */
  attempt: number;
  requestId: string;
}

export interface ResponseEvent extends RequestEvent {
  status: number;
  headers: Headers;
  rateLimit: RateLimit | undefined;
  /** Milliseconds until the end of the answer */
  duration: number;
}

/** The options of a client. `parley.with(options)` makes another one that shares the connections of the first. */
export interface ParleyOptions extends ConnectionOptions {
  /** An API key or a personal access token; by default the environment variable PARLEY_API_KEY */
  apiKey?: string | undefined;
  /** Used in place of a key: the tokens of OAuth, for example */
  auth?: TokenProvider | undefined;
  /** The address of the installation; by default the environment variable PARLEY_BASE_URL */
  baseUrl?: string | undefined;
  /** Milliseconds for one request and its answer: 20,000; uploads 330,000 */
  timeout?: number | undefined;
  /** Milliseconds for a call with its retries and waits: 90,000; uploads 420,000 */
  totalTimeout?: number | undefined;
  /** Retries of a call: 3 */
  maxRetries?: number | undefined;
  /** Bytes that an answer may have: 64 MiB. Downloads have no limit */
  maxResponseBytes?: number | undefined;
  /** Asks for compressed answers; worth it over slow networks */
  compress?: boolean | undefined;
  logger?: Logger | undefined;
  hooks?: Hooks | undefined;
  /** The program, for the header User-Agent */
  app?: { name: string; version?: string | undefined; url?: string | undefined } | undefined;
  /** Refuses a credential of the other mode */
  expectMode?: 'live' | 'test' | undefined;
  /** Sends the credential over plain HTTP to another machine, too */
  allowInsecure?: boolean | undefined;
}

const OPTIONS = [
  'allowInsecure',
  'apiKey',
  'app',
  'auth',
  'baseUrl',
  'ca',
  'compress',
  'connectTimeout',
  'expectMode',
  'fetch',
  'hooks',
  'logger',
  'maxIdleConnections',
  'maxResponseBytes',
  'maxRetries',
  'proxy',
  'timeout',
  'timeScale',
  'totalTimeout',
  'transport',
];

/** Options that are checked, with defaults. Times are in milliseconds, and scaled. */
export interface Config {
  readonly baseUrl: URL;
  readonly credential: TokenProvider;
  readonly timeout: number;
  readonly uploadTimeout: number;
  readonly totalTimeout: number;
  readonly uploadTotalTimeout: number;
  /** The wait for the next bytes of uploads, downloads and streams */
  readonly idleTimeout: number;
  readonly maxRetries: number;
  readonly maxResponseBytes: number;
  readonly compress: boolean;
  readonly logger: Logger | undefined;
  readonly hooks: Hooks;
  readonly userAgent: string;
  readonly expectMode: ParleyOptions['expectMode'];
  readonly timeScale: number;
}

/** @throws ConfigurationError */
export function configOf(options: ParleyOptions): Config {
  checkNames(options, OPTIONS);
  const env = environment();
  const baseUrl = parseUrl(
    'baseUrl',
    options.baseUrl ?? env.PARLEY_BASE_URL,
    ', also read from PARLEY_BASE_URL',
  );
  const credential = credentialOf(options, env.PARLEY_API_KEY);
  checkSecure(baseUrl, options.allowInsecure);
  const { maxRetries = 3, maxResponseBytes = 64 * 1024 * 1024 } = options;
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new ConfigurationError('maxRetries must be 0, 1, 2 …');
  const timeScale = positive('timeScale', options.timeScale ?? 1);
  const time = (name: string, value: number) => positive(name, value) * timeScale;
  return {
    baseUrl,
    credential,
    timeout: time('timeout', options.timeout ?? 20_000),
    uploadTimeout: time('timeout', options.timeout ?? 330_000),
    totalTimeout: time('totalTimeout', options.totalTimeout ?? 90_000),
    uploadTotalTimeout: time('totalTimeout', options.totalTimeout ?? 420_000),
    idleTimeout: 60_000 * timeScale,
    maxRetries,
    maxResponseBytes: positive('maxResponseBytes', maxResponseBytes),
    compress: options.compress ?? false,
    logger: options.logger,
    hooks: options.hooks ?? {},
    userAgent: userAgentOf(options.app),
    expectMode: options.expectMode,
    timeScale,
  };
}

/** @throws ConfigurationError if an option is none: a name that is misspelt would be without effect */
export function checkNames(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new ConfigurationError(`There is no option ${unknown}`);
}

/** @throws ConfigurationError. Its text has no user or password that the URL may have. */
export function parseUrl(name: string, text: string | undefined, hint = ''): URL {
  if (text === undefined || text === '')
    throw new ConfigurationError(`${name} is missing: the address of the installation${hint}`);
  if (!URL.canParse(text)) throw new ConfigurationError(`${name} is not a URL`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ConfigurationError(`${name} must begin with https://`);
  if (url.username !== '' || url.password !== '')
    throw new ConfigurationError(`${name} must have no user and no password`);
  if (url.search !== '' || url.hash !== '')
    throw new ConfigurationError(`${name} must have no query and no fragment`);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

function credentialOf(
  { apiKey, auth, expectMode }: ParleyOptions,
  fromEnvironment: string | undefined,
): TokenProvider {
  if (apiKey !== undefined && auth !== undefined) throw new ConfigurationError('Give either apiKey or auth');
  if (auth !== undefined) return auth;
  const key = apiKey ?? fromEnvironment;
  if (key === undefined)
    throw new ConfigurationError(
      'apiKey is missing: an API key or a personal access token, also read from PARLEY_API_KEY; or give auth',
    );
  const credential = new ApiKey(key);
  const mode = modeOf(key);
  if (expectMode !== undefined && mode !== undefined && mode !== expectMode)
    throw new ConfigurationError(`The key ${credential.key} is not one for ${expectMode} mode`);
  return credential;
}

/** Anybody on the way can read a credential that is sent over plain HTTP. */
export function checkSecure(url: URL, allowInsecure = false): void {
  if (url.protocol === 'http:' && !isLoopback(url) && !allowInsecure)
    throw new ConfigurationError(
      `${url.hostname} must be reached by https; allowInsecure sends the credential in plain text`,
    );
}

/** Library, platform and program, and nothing else about the machine. */
export function userAgentOf(app?: ParleyOptions['app']): string {
  const own = `parley-node/${VERSION} (${platform()})`;
  if (app === undefined) return own;
  const { name, version = '', url = '' } = app;
  if (!/^[\x21-\x7e]+$/.test(name + version + url) || /[()/]/.test(name + version))
    throw new ConfigurationError('app: name, version and url must be printable ASCII without blanks');
  return `${own} ${name}${version && `/${version}`}${url && ` (${url})`}`;
}

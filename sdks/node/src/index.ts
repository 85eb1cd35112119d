// The entry point of @parley/client.
import { Caller } from './core/call.ts';
import { Client } from './core/client.ts';
import { configOf, type ParleyOptions } from './core/config.ts';
import { ConfigurationError } from './core/errors.ts';
import { RetryBudget } from './core/retry.ts';
import type { Transport } from './core/connection.ts';
import { transportOf } from './core/transport.ts';
import { Api } from './generated/client.ts';

/** The options of connections, which clients share that `with` has made from each other. */
const SHARED = ['ca', 'connectTimeout', 'fetch', 'maxIdleConnections', 'proxy', 'transport'] as const;

/**
 * A client of the API. It keeps connections, so make one and use it everywhere; it never changes.
 *
 * @example
 * const parley = new Parley({ baseUrl: 'https://api.example.com', apiKey: process.env.PARLEY_API_KEY });
 * const ticket = await parley.tickets.create({ subject: 'The printer is on fire' });
 */
export class Parley extends Api {
  readonly baseUrl: string;
  /** Shows enough of the key to tell it from others */
  readonly credential: object;
  readonly #options: ParleyOptions;
  readonly #transport: Transport;

  /** @throws ConfigurationError */
  constructor(options: ParleyOptions = {}) {
    const config = configOf(options);
    const transport = transportOf(options);
    super(new Client(config, new Caller(config, transport, new RetryBudget())));
    this.baseUrl = config.baseUrl.href;
    this.credential = config.credential;
    this.#options = options;
    this.#transport = transport;
  }

  /**
   * Another client, with these options in place of those of this one: the key of another workspace, for example. Both use the same
   * connections.
   *
   * @throws ConfigurationError
   */
  with(options: Omit<ParleyOptions, (typeof SHARED)[number]>): Parley {
    const shared = SHARED.find((name) => name in options);
    if (shared !== undefined)
      throw new ConfigurationError(`${shared} is an option of connections, which both clients share`);
    const { apiKey, auth, ...rest } = this.#options;
    const credential = options.apiKey === undefined && options.auth === undefined ? { apiKey, auth } : {};
    return new Parley({ ...rest, ...credential, ...options, transport: this.#transport, fetch: undefined });
  }

  /** Closes the connections, so that a program ends at once. */
  close(): void {
    this.#transport.close?.();
  }
}

export type { Hooks, ParleyOptions, RequestEvent, ResponseEvent } from './core/config.ts';
export type { TokenProvider } from './core/credentials.ts';
export type { Change } from './core/client.ts';
export { Changes } from './core/changes.ts';
export { Download } from './core/download.ts';
export {
  ApiError,
  AuthenticationError,
  AuthorizationExpiredError,
  BadRequestError,
  CancelledError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  ConnectTimeoutError,
  DecodeError,
  DuplicateValueError,
  IdempotencyInProgressError,
  IdempotencyMismatchError,
  NotFoundError,
  OAuthError,
  OutcomeUnknownError,
  PaginationError,
  ParleyError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  RefusedError,
  ServerError,
  ServiceUnavailableError,
  StreamError,
  TimeoutError,
  TlsError,
  TokenExpiredError,
  TruncatedError,
  ValidationError,
  WebhookSignatureError,
} from './core/errors.ts';
export type { Outcome } from './core/errors.ts';
export type { Logger } from './core/log.ts';
export type { FileInput } from './core/file-input.ts';
export type * from './core/options.ts';
export { List, Page } from './core/page.ts';
export { EventStream } from './core/stream.ts';
export type { Transport, TransportRequest, TransportResponse } from './core/connection.ts';
export { parseTime, responseOf, ResponseInfo } from './core/values.ts';
export type { Attempt, Deletion, NotModified, RateLimit, Result } from './core/values.ts';
export * from './generated/index.ts';
export type { Extensible } from './core/extensible.ts';

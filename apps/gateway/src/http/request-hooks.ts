import { maxHeaderSize, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { Authenticator, type Refusal, type RateWindow, rateHeaders } from '@parley/authentication';
import {
  acceptedScopes,
  ApiError,
  formatSize,
  insufficientScope,
  type Operation,
  operations,
  type Principal,
  hasRequiredScope,
  type Scope,
  splitRoute,
} from '@parley/contracts';
import { ForwardingWarning, repeatedHeader } from '@parley/runtime/http';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { SpanKind, traceContextOf, tracing } from '@parley/runtime/tracing';
import { shownError } from '@parley/runtime/http/json-body';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { AccessLog, routeOf } from './access-log.ts';
import { BearerAuthentication, type Challenged } from './bearer.ts';
import { sendError } from './error-envelope.ts';
import { addressOf, requestIdOf } from './request-context.ts';
import './request-state.ts';
import { UnreadResponses } from './unread-responses.ts';
import { resourceMetadataUrl } from '../site/well-known.ts';

const DEFAULT_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** An unreadable request has no token to authenticate; it is counted by address and gets its own error instead of a 429. */
const UNREADABLE: Refusal = { kind: 'refused', code: 'missing_api_key', known: true };

/** What happens before the body is read: 401, 429, 404 for an unknown route, 403. Guards of Nest run after it, and not for a 404. */
@Injectable()
export class RequestHooks {
  readonly responses = new OpenResponses();
  readonly #bearer: BearerAuthentication;
  readonly #forwarding: ForwardingWarning;
  readonly #resourceMetadataUrl: string;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly accessLog: AccessLog,
    private readonly config: GatewayConfig,
    readonly unread: UnreadResponses,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#bearer = new BearerAuthentication(authenticator);
    this.#forwarding = new ForwardingWarning(logger);
    this.#resourceMetadataUrl = resourceMetadataUrl(config.BASE_URL);
  }

  /** First hook: what the answer to any request carries. */
  readonly prepare = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    setDefaults(request, reply);
    const { method, headers } = request;
    const name = `${method} ${routeOf(request) ?? 'unmatched'}`;
    request.trace = tracing.startRoot(name, traceContextOf(headers), { kind: SpanKind.SERVER });
    this.#forwarding.check(request);
    const error = headError(request);
    if (error !== null) {
      this.refuseHead(error, request, reply).catch(done);
      return;
    }
    if (request.method !== 'OPTIONS') {
      done();
      return;
    }
    // A preflight is answered by the CORS hook that follows.
    this.limitOpen(request, reply).then(() => done(), done);
  };

  /** Last hook before the body: throws ApiError for a request that may not go on. */
  readonly authorize = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { config } = request.routeOptions;
    if (config.oauthRoute !== undefined) return;
    if (config.open === 'limited') return this.limitOpen(request, reply);
    if (config.open === 'probe') {
      setHeaders(reply, this.authenticator.open.takeProbe(addressOf(request)).window);
      return;
    }
    const principal = await this.authenticate(request, reply);
    const route = config.operationRoute;
    if (route === undefined) throw noSuchRoute(request, reply);
    request.operationRoute = route;
    if (route.deprecationHeaders !== null) void reply.headers(route.deprecationHeaders);
    if (!hasRequiredScope(principal.scopes, route.operation.scope))
      throw insufficientScope(acceptedScopes(route.operation.scope));
    if (route.operation.onlyAdmins === true && principal.type !== 'api_key' && principal.role !== 'admin')
      throw new ApiError('role_forbidden');
    refusePart(route.operation, request.query as Record<string, unknown>, principal);
    this.unread.check(principal);
  };

  /** Answers request targets that Nest sends past the hooks (`GET *`); other unknown routes end in {@link authorize}. */
  readonly unknownRoute = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Undefined where no hook ran: Fastify makes such a request without our fields.
    if (!request.principal) {
      setDefaults(request, reply);
      void reply.header('access-control-allow-origin', '*');
      if (request.method === 'OPTIONS') {
        await this.limitOpen(request, reply);
        return reply.code(204).send();
      }
      await this.authenticate(request, reply);
    }
    throw noSuchRoute(request, reply);
  };

  readonly fail = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { reservation } = request as Partial<FastifyRequest>;
    // After a 5xx the write may be committed all the same: the reservation expires by itself.
    if (typeof reservation === 'object' && (shownError(error)?.status ?? 500) < 500)
      await reservation?.release();
    return sendError(error, request, reply, { logger: this.logger, baseUrl: this.config.BASE_URL });
  };

  /** A URL that the router cannot decode (`/v1/%zz`) or whose id is too long: no hook runs for it. */
  readonly malformedUrl = (request: FastifyRequest, reply: FastifyReply): void => {
    const began = performance.now();
    void this.unknownRoute(request, reply)
      .catch((error: unknown) => this.fail(error, request, reply))
      .then(() => this.accessLog.note(request, reply.statusCode, performance.now() - began));
  };

  /** What is not HTTP, or more header than we read (`clientError` of Node): there is only a socket to write to. */
  readonly unreadable = (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || this.responses.isAnswering(socket)) {
      socket.destroy();
      return;
    }
    this.answerUnreadable(error, socket).catch(() => socket.destroy());
  };

  /** The principal of a request; sets the rate headers. Throws ApiError: 401, 429, or 503 when nobody can say who it is. */
  private async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const result = await this.#bearer.authenticate(request);
    switch (result.kind) {
      case 'admitted':
        setHeaders(reply, result.window);
        request.reservation = result.reservation ?? null;
        return (request.principal = result.principal);
      case 'limited':
        request.principal = result.principal;
        setHeaders(reply, result.window, true);
        throw new ApiError('rate_limit_exceeded');
      case 'wrong-address':
        request.principal = result.principal;
        setHeaders(reply, result.window);
        throw new ApiError('address_not_allowed');
      case 'challenged':
        return this.refuse(result, request, reply);
      case 'unavailable':
        setHeaders(reply, await this.authenticator.addressWindow(addressOf(request)));
        throw new ApiError('service_unavailable');
    }
  }

  private async refuse(
    { refusal, challenge }: Challenged,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<never> {
    const result = await this.authenticator.limitAnonymous(addressOf(request), refusal);
    setHeaders(reply, result.window, result.kind === 'limited');
    if (result.kind === 'limited') throw new ApiError('rate_limit_exceeded');
    void reply.header('www-authenticate', `${challenge}, resource_metadata="${this.#resourceMetadataUrl}"`);
    throw new ApiError(result.code);
  }

  private async refuseHead(message: string, request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const { window } = await this.authenticator.limitAnonymous(addressOf(request), UNREADABLE);
    setHeaders(reply, window);
    throw new ApiError('malformed_json', { message });
  }

  private async limitOpen(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { passed, window } = await this.authenticator.open.take(addressOf(request));
    setHeaders(reply, window, !passed);
    if (!passed) throw new ApiError('rate_limit_exceeded');
  }

  private async answerUnreadable({ code }: { code?: string }, socket: Socket): Promise<void> {
    const result = await this.authenticator.limitAnonymous(socket.remoteAddress ?? '', UNREADABLE);
    const id = requestIdOf({});
    const message =
      code === 'HPE_HEADER_OVERFLOW'
        ? `The request line and the headers are larger than ${formatSize(maxHeaderSize)} together.`
        : 'The request is not valid HTTP.';
    const error = new ApiError('malformed_json', { message });
    const body = JSON.stringify(error.toBody(id, this.config.BASE_URL));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': id,
      ...DEFAULT_HEADERS,
      ...rateHeaders(result.window),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
    this.logger.info(
      { event: 'http.request.unreadable', request_id: id, method: null, route: null, status: 400 },
      'unreadable request',
    );
  }
}

/** What is wrong with a head that is HTTP all the same (RFC 9112 section 3.2, RFC 9110 section 10.1.1). */
function headError({ raw, headers }: FastifyRequest): string | null {
  if (headers.host === undefined && raw.httpVersion === '1.1') return 'The request has no Host header.';
  const repeated = repeatedHeader(raw.rawHeaders);
  if (repeated !== null) return `The request has more than one ${repeated} header.`;
  const { expect } = headers;
  if (expect === undefined || expect.toLowerCase() === '100-continue') return null;
  return 'The expectation in the Expect header cannot be met.';
}

const setDefaults = ({ id }: FastifyRequest, reply: FastifyReply) =>
  void reply.header('x-request-id', id).headers(DEFAULT_HEADERS);

const routes = operations.map(({ route }) => {
  const { method, path } = splitRoute(route);
  return { method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

function allowedMethods(url: string): string | null {
  const [path = ''] = url.split('?');
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return null;
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}

/** 404 also for another method of a known path, which `Allow` then tells (RFC 9110 section 10.2.1). */
function noSuchRoute({ url }: FastifyRequest, reply: FastifyReply): ApiError {
  const methods = allowedMethods(url);
  if (methods !== null) void reply.header('allow', methods);
  return new ApiError('not_found', { message: 'No such route.' });
}

const setHeaders = (reply: FastifyReply, window: RateWindow, limited = false) =>
  void reply.headers(rateHeaders(window, limited));

/** 403 for a part of an operation that the query asks for by name, and the token does not reach. */
function refusePart({ scopesBy }: Operation, query: Record<string, unknown>, { scopes }: Principal): void {
  if (scopesBy === undefined) return;
  const asked = (query[scopesBy.param] ?? []) as string | readonly string[];
  // Several values are separated by commas, or repeat the parameter.
  for (const part of [asked].flat().join().split(',')) {
    if (!Object.hasOwn(scopesBy.scopes, part)) continue;
    const needed = scopesBy.scopes[part] as Scope;
    if (!hasRequiredScope(scopes, needed)) throw insufficientScope([needed], scopesBy.param);
  }
}

/** The responses of each connection that are not finished: of pipelined requests there are several. */
class OpenResponses {
  readonly #bySocket = new WeakMap<Socket, readonly ServerResponse[]>();

  add(response: ServerResponse): void {
    const { socket } = response.req;
    this.#bySocket.set(socket, [...this.#unfinished(socket), response]);
  }

  /** Whether a request of the connection is still being answered: more bytes would corrupt that answer. */
  isAnswering(socket: Socket): boolean {
    return this.#unfinished(socket).some(({ headersSent, req }) => headersSent || req.complete);
  }

  #unfinished(socket: Socket): readonly ServerResponse[] {
    return (this.#bySocket.get(socket) ?? []).filter(({ writableFinished }) => !writableFinished);
  }
}

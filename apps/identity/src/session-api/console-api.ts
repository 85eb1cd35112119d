import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  bodyLimitOf,
  assertNone,
  isWithMeta,
  notFound,
  queryParametersOf,
  splitRoute,
  type ErrorDetail,
} from '@parley/contracts';
import { CONSOLE_API_PATH, consoleOperations, type ConsoleOperation } from '@parley/contracts/console';
import { systemContext } from '@parley/runtime/context';
import { methodsOfClass } from '@parley/runtime/handlers';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { inputParserOf } from '@parley/rpc';
import { jsonObjectParser, shownError } from '@parley/runtime/http/json-body';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { asUser, type Session } from '../sign-in/sessions.ts';
import { BrowserSession, originOf } from '../web/browser-session.ts';
import { CONSOLE_HANDLERS, consoleOperationHandledBy, type ConsoleCall } from './handles-console.ts';

type AnyHandler = (call: ConsoleCall, input: unknown) => Promise<unknown>;

const NO_SESSION = 'There is no session, or it has ended. Sign in again.';
const OUT_OF_DATE = 'The page is out of date. Load it again and try once more.';

/**
 * The console operations below {auth_url}, each behind session, CSRF protection and role. A body may take long, so session and
 * role are checked again after it. Other sites can neither read the token nor send its header, nor read a response.
 */
@Injectable()
export class ConsoleApi {
  readonly #sessions = new WeakMap<FastifyRequest, Session>();

  constructor(
    @Inject(CONSOLE_HANDLERS) private readonly handlers: readonly object[],
    private readonly browser: BrowserSession,
    private readonly config: IdentityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async install(instance: FastifyInstance): Promise<void> {
    const handlers = this.#findHandlers();
    await instance.register(
      (scope, _options, done) => {
        const parse = jsonObjectParser(scope);
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, parsed) => {
          if (bytes.length === 0) parsed(null);
          else parse(request, bytes, parsed);
        });
        scope.addHook('onRequest', (_request, reply, next) => {
          // Not even as a script or a picture of another site, which would come with the cookie in old browsers.
          void reply.header('cross-origin-resource-policy', 'same-origin');
          next();
        });
        scope.setErrorHandler((error, request, reply) => this.#sendError(error, request, reply));
        for (const [operation, handler] of handlers) this.#addRoute(scope, operation, handler);
        // The pages of the console would answer what is left.
        for (const path of ['/', '/*'])
          scope.all(path, () => {
            throw notFound('operation');
          });
        done();
      },
      { prefix: CONSOLE_API_PATH },
    );
  }

  #findHandlers(): ReadonlyMap<ConsoleOperation, AnyHandler> {
    const handlers = new Map<ConsoleOperation, AnyHandler>();
    for (const instance of this.handlers) {
      for (const { method, name } of methodsOfClass(Object.getPrototypeOf(instance) as object)) {
        const operation = consoleOperationHandledBy(method);
        if (operation === undefined) continue;
        if (handlers.has(operation)) throw new Error(`${name} is another handler of ${operation.id}`);
        handlers.set(operation, (method as AnyHandler).bind(instance));
      }
    }
    const missing = consoleOperations.filter((operation) => !handlers.has(operation)).map(({ id }) => id);
    if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')} of the account console`);
    return handlers;
  }

  #addRoute(scope: FastifyInstance, operation: ConsoleOperation, handler: AnyHandler): void {
    const { method, path } = splitRoute(operation.route);
    const parse = inputParserOf(operation);
    scope.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitOf(operation),
      onRequest: (request) => this.#admit(operation, request),
      handler: async (request, reply) => {
        const input = parse(readInput(operation, request));
        const session = await this.#sessionOf(operation, request);
        const ctx = asUser(systemContext({ requestId: request.id }), session);
        const result = await handler({ ctx, session, from: originOf(request), reply }, input);
        void reply.code(operation.status);
        if (operation.status === 204) return reply.send();
        return reply.send(isWithMeta(operation.response) ? result : { data: result });
      },
    });
  }

  /** Throws 401 without a session, and 403 for a request of another site or for a role that may not. */
  async #admit(operation: ConsoleOperation, request: FastifyRequest): Promise<void> {
    const session = await this.#findSession(request);
    if (!isRead(operation) && !this.browser.isValidCsrfHeader(request))
      throw new ApiError('csrf_failed', { message: OUT_OF_DATE, param: 'X-CSRF-Token' });
    assertRole(operation, session);
    this.#sessions.set(request, session);
  }

  /** The session of a request that was admitted, and is still to be admitted. Throws as {@link #admit}. */
  async #sessionOf(operation: ConsoleOperation, request: FastifyRequest): Promise<Session> {
    const admitted = this.#sessions.get(request);
    if (isRead(operation) && admitted !== undefined) return admitted;
    const session = await this.#findSession(request);
    assertRole(operation, session);
    return session;
  }

  async #findSession(request: FastifyRequest): Promise<Session> {
    const session = await this.browser.find(request);
    if (session === null) throw new ApiError('missing_api_key', { message: NO_SESSION });
    return session;
  }

  #sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const shown = shownError(error, request.routeOptions.bodyLimit);
    if (shown === null)
      this.logger.error(
        {
          event: 'console.request.failed',
          err: error,
          request_id: request.id,
          route: request.routeOptions.url,
        },
        'Cannot answer a request of the account console',
      );
    const answer = shown ?? new ApiError('internal_error');
    if (answer.retryAfter !== undefined) void reply.header('retry-after', String(answer.retryAfter));
    return reply.code(answer.status).send(answer.toBody(request.id, this.config.BASE_URL));
  }
}

function isRead({ route }: ConsoleOperation): boolean {
  return route.startsWith('GET ');
}

function assertRole({ roles }: ConsoleOperation, { role }: Session): void {
  if (roles !== 'all' && !roles.includes(role))
    throw new ApiError('role_forbidden', { message: `The role ${role} does not allow this.` });
}

/** The parts of the request that the operation takes. Throws 422 for query parameters that it does not know. */
function readInput(operation: ConsoleOperation, request: FastifyRequest): unknown {
  const known = queryParametersOf(operation);
  const unknown = Object.keys(request.query as object).filter((name) => !known.includes(name));
  assertNone(unknown.map(unknownParameter));
  return {
    params: request.params,
    query: request.query,
    ...(operation.body === undefined ? {} : { body: request.body ?? {} }),
  };
}

function unknownParameter(param: string): ErrorDetail {
  return { code: 'unknown_parameter', param, message: 'is not a known parameter', in: 'query' };
}

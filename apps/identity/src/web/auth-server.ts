import { randomUUID } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AddressLimiter, rateHeaders } from '@parley/admission';
import { ApiError, OAUTH_PATHS } from '@parley/contracts';
import {
  DrainingHttpServer,
  ForwardingWarning,
  LOGGER,
  originForm,
  repeatedHeader,
  type Logger,
} from '@parley/kernel';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { metadataOf } from '../oauth/metadata.ts';
import { PageError, PageResponder } from './page-responder.ts';
import { PageRoutes } from './page-routes.ts';

/** The longest form is an e-mail address and a password. */
const FORM_BYTES_MAX = 16 * 1024;

const DEFAULT_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Serves {auth_url}: the HTML pages, the authorization server metadata and health probes. */
@Injectable()
export class AuthServer implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  readonly #instance: FastifyInstance;
  readonly #server: DrainingHttpServer;

  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(PageResponder) private readonly pages: PageResponder,
    @Inject(PageRoutes) private readonly routes: PageRoutes,
    @Inject(AddressLimiter) private readonly limiter: AddressLimiter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#instance = fastify({
      bodyLimit: FORM_BYTES_MAX,
      requestTimeout: 30_000,
      trustProxy: config.TRUST_PROXY_CIDRS.length === 0 ? false : config.TRUST_PROXY_CIDRS,
      rewriteUrl: ({ url = '/' }) => originForm(url),
      requestIdHeader: false,
      genReqId: () => randomUUID(),
      return503OnClosing: false,
      clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
      frameworkErrors: (error, request, reply) => {
        void this.#limit(request, reply)
          .then(() => error)
          .catch((limited: unknown) => limited)
          .then((shown) => this.#sendError(shown, request, reply));
      },
    });
    this.#server = new DrainingHttpServer(this.#instance.server, {
      delayMs: config.DRAIN_DELAY,
      drainMs: config.DRAIN_TIMEOUT,
      close: () => this.#instance.close(),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const instance = this.#instance;
    // Forms only: a script cannot reach a handler with a content type that needs no preflight.
    instance.removeAllContentTypeParsers();
    await instance.register(formbody);
    await instance.register(cookie);
    const forwarding = new ForwardingWarning(this.logger);
    instance.addHook('onRequest', async (request, reply) => {
      forwarding.check(request);
      void reply.header('x-request-id', request.id).headers(DEFAULT_HEADERS);
      await this.#limit(request, reply);
      if (repeatedHeader(request.raw.rawHeaders) !== null)
        throw new PageError(400, 'That was not understood', 'The request has a header twice.');
    });
    instance.addHook('onResponse', (request, reply, done) => {
      this.#logRequest(request, reply);
      done();
    });
    instance.setErrorHandler((error, request, reply) => this.#sendError(error, request, reply));
    instance.setNotFoundHandler((_request, reply) =>
      this.pages.sendMessage(reply, 404, 'Nothing here', 'There is no page at this address.'),
    );
    this.#addMachineRoutes(instance);
    this.routes.install(instance);
    await instance.listen({ port: this.config.AUTH_PORT, host: this.config.AUTH_HOST });
  }

  /** Where it can be reached from this machine, once it listens. */
  get url(): string {
    const { port } = this.#instance.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** The first hook of a shutdown: not ready from now on, whatever else has to end before. */
  onModuleDestroy(): void {
    this.#server.close().catch(() => undefined);
  }

  /** Waits until DRAIN_DELAY has passed and running requests have finished, up to DRAIN_TIMEOUT. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#server.close();
  }

  #addMachineRoutes(instance: FastifyInstance): void {
    const { AUTH_URL, BASE_URL } = this.config;
    const metadata = JSON.stringify(metadataOf(AUTH_URL, BASE_URL));
    // The well-known part precedes a path of {auth_url} (RFC 8414 section 3.1); a proxy may or may not remove that path.
    const path = new URL(AUTH_URL).pathname.replace(/\/+$/, '');
    for (const route of new Set([OAUTH_PATHS.metadata, OAUTH_PATHS.metadata + path])) {
      instance.get(route, (_request, reply) =>
        reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'public, max-age=300',
            'access-control-allow-origin': '*',
          })
          .send(metadata),
      );
    }
    instance.get('/healthz', () => ({ status: 'ok' }));
    instance.get('/readyz', (_request, reply) =>
      this.#server.draining ? reply.code(503).send({ status: 'draining' }) : reply.send({ status: 'ready' }),
    );
  }

  /** Counts a request for its address and shows the numbers; throws PageError 429. Probes are never refused. */
  async #limit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Undefined once the caller has gone, whatever the type says.
    const address = (request.ip as string | undefined) ?? '';
    const probe = isProbe(request);
    const { passed, window } = probe ? this.limiter.takeProbe(address) : await this.limiter.take(address);
    void reply.headers(rateHeaders(window, !passed && !probe));
    if (!passed && !probe)
      throw new PageError(429, 'Too many requests', 'Wait a minute and load the page again.');
  }

  #sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof ApiError && error.status === 503) {
      void reply.header('retry-after', '1');
      const message = 'The service is temporarily unavailable. Try again in a few seconds.';
      return this.pages.sendMessage(reply, 503, 'Just a moment', message);
    }
    if (error instanceof PageError)
      return this.pages.sendMessage(reply, error.statusCode, error.title, error.message);
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500)
      return this.pages.sendMessage(
        reply,
        statusCode,
        'That was not understood',
        'Go back and try it again.',
      );
    this.logger.error(
      {
        event: 'auth.request.failed',
        err: error,
        request_id: request.id,
        route: request.routeOptions.url,
      },
      'Cannot answer a request to a sign-in page',
    );
    const message = `An internal error occurred. Include the request id ${request.id} when you report it.`;
    return this.pages.sendMessage(reply, 500, 'That did not work', message);
  }

  /** Logs the route instead of the URL, which contains states and client ids. */
  #logRequest(request: FastifyRequest, reply: FastifyReply): void {
    const { method, id } = request;
    const route = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { event: 'auth.request.completed', request_id: id, method, route };
    this.logger[isProbe(request) ? 'debug' : 'info'](
      { ...line, status: reply.statusCode, ms },
      'Request completed',
    );
  }
}

/** What is not HTTP: there is only a socket to write to. */
function refuseUnreadable({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const headers = Object.entries({ ...DEFAULT_HEADERS, 'content-length': '0', connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n`);
}

function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/healthz' || url === '/readyz';
}

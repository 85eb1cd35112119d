import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ApiError, OAUTH_PATHS } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/kernel';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { metadataOf } from '../oauth/metadata.ts';
import { AuthorizeRoutes } from './authorize.routes.ts';
import { StartRoutes } from './start.routes.ts';
import { Visits, type Form } from './visit.ts';

/** The longest form is an e-mail address and a password. */
const FORM_BYTES_MAX = 16 * 1024;
const UNUSED_MS = 100;

/** What serves {auth_url}: pages for people, and where clients find the rest. */
@Injectable()
export class AuthServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #instance: FastifyInstance;
  readonly #sockets = new Set<Socket>();
  #draining = false;

  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(Visits) private readonly visits: Visits,
    @Inject(AuthorizeRoutes) authorize: AuthorizeRoutes,
    @Inject(StartRoutes) start: StartRoutes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const instance = fastify({
      bodyLimit: FORM_BYTES_MAX,
      requestTimeout: 30_000,
      trustProxy: config.TRUST_PROXY_CIDRS.length === 0 ? false : config.TRUST_PROXY_CIDRS,
      requestIdHeader: false,
      genReqId: () => randomUUID(),
      return503OnClosing: false,
      frameworkErrors: (error, request, reply) => {
        void this.#fail(error, request, reply);
      },
    });
    this.#instance = instance;
    instance.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    instance.addHook('onRequest', (request, reply, done) => {
      void reply.header('x-request-id', request.id);
      if (this.#draining) void reply.header('connection', 'close');
      done();
    });
    instance.addHook('onResponse', (request, reply, done) => {
      this.#note(request, reply);
      done();
    });
    readForms(instance);
    instance.setErrorHandler((error, request, reply) => this.#fail(error, request, reply));
    instance.setNotFoundHandler((_request, reply) =>
      this.visits.message(reply, 404, 'Nothing here', 'There is no page at this address.'),
    );
    this.#serveMachines(instance);
    authorize.install(instance);
    start.install(instance);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#instance.listen({ port: this.config.AUTH_PORT, host: this.config.AUTH_HOST });
  }

  /** Stops accepting, waits for the requests that run, and after DRAIN_TIMEOUT for none of them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#draining = true;
    const timers = [
      // Connections that never carried a request: pre-connects of browsers.
      setTimeout(() => {
        for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
      }, UNUSED_MS),
      setTimeout(() => this.#instance.server.closeAllConnections(), this.config.DRAIN_TIMEOUT),
    ];
    try {
      await this.#instance.close();
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  #serveMachines(instance: FastifyInstance): void {
    const metadata = JSON.stringify(metadataOf(this.config.AUTH_URL, this.config.BASE_URL));
    // With a path in {auth_url} the well-known part stands before it (RFC 8414 section 3.1); a proxy may hand us either.
    for (const path of new Set([OAUTH_PATHS.metadata, OAUTH_PATHS.metadata + this.visits.prefix])) {
      instance.get(path, (_request, reply) =>
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
      this.#draining ? reply.code(503).send({ status: 'draining' }) : reply.send({ status: 'ready' }),
    );
  }

  #fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof ApiError && error.status === 503) {
      void reply.header('retry-after', '1');
      return this.visits.message(
        reply,
        503,
        'Just a moment',
        'We cannot answer right now. Try again in a few seconds.',
      );
    }
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500)
      return this.visits.message(reply, statusCode, 'That was not understood', 'Go back and try it again.');
    this.logger.error(
      { err: error, request_id: request.id, route: request.routeOptions.url },
      'unexpected error',
    );
    const message = `Something went wrong on our side. When you report it, quote ${request.id}.`;
    return this.visits.message(reply, 500, 'That did not work', message);
  }

  /** The route and never the URL: that carries states and client ids. */
  #note(request: FastifyRequest, reply: FastifyReply): void {
    const { method, id } = request;
    const route = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { request_id: id, method, route, status: reply.statusCode, ms };
    if (route === '/healthz' || route === '/readyz') this.logger.debug(line, 'page');
    else this.logger.info(line, 'page');
  }
}

/** Forms and nothing else: what a script could send in another content type never reaches a handler. */
function readForms(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request: FastifyRequest, text: string, done: (error: Error | null, body?: Form) => void) => {
      const pairs = [...new URLSearchParams(text)];
      const form = new Map(pairs);
      done(null, form.size === pairs.length ? form : null);
    },
  );
}

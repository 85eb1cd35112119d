import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions } from 'fastify';
import { BODY_LIMIT, BODY_TIMEOUT_MS, type GatewayConfig } from '../gateway.config.ts';
import type { RequestHooks } from './request-hooks.ts';
import { requestIdOf } from './request-id.ts';

const UNUSED_MS = 100;

/**
 * Nest on Fastify, minus what Nest puts between a request and its answer: middleware, body parsers, and handlers for
 * errors and unknown routes, all of which would answer in another form than ours.
 */
export class GatewayAdapter extends FastifyAdapter {
  readonly #sockets = new Set<Socket>();
  #hooks: RequestHooks | undefined;
  private readonly drainMs: number;
  #closed: Promise<void> | undefined;

  constructor(config: GatewayConfig) {
    const options: FastifyHttpOptions<Server> = {
      bodyLimit: BODY_LIMIT,
      requestTimeout: BODY_TIMEOUT_MS,
      trustProxy: config.TRUST_PROXY_CIDRS.length === 0 ? false : config.TRUST_PROXY_CIDRS,
      requestIdHeader: false,
      genReqId: (request) => requestIdOf(request.headers),
      // What still arrives on an open connection while we drain is served, and told that the connection ends.
      return503OnClosing: false,
      frameworkErrors: (_error, request, reply) => this.hooks.malformedUrl(request, reply),
      // Node would answer 400 without a body. The edge says what is missing.
      http: { requireHostHeader: false },
      clientErrorHandler: (error, socket) => this.hooks.unreadable(error, socket),
    };
    super(options);
    this.drainMs = config.DRAIN_TIMEOUT;
    // Without this Node answers 417 without a body; the edge says what it cannot do.
    this.instance.server.on('checkExpectation', (request, response) =>
      this.instance.server.emit('request', request, response),
    );
    this.instance.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.instance.addHook('onSend', (_request, reply, payload, done) => {
      if (this.draining) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** Set by the module that serves requests, before the server listens. */
  attach(hooks: RequestHooks): void {
    this.#hooks = hooks;
  }

  get draining(): boolean {
    return this.#closed !== undefined;
  }

  /** Stops accepting, waits for the requests that run, and after DRAIN_TIMEOUT for none of them. */
  override close(): Promise<void> {
    return (this.#closed ??= this.drain());
  }

  override init(): Promise<void> {
    return Promise.resolve();
  }

  override registerParserMiddleware(): void {}

  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.instance;
  }

  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.instance;
  }

  private get hooks(): RequestHooks {
    if (this.#hooks === undefined) throw new Error('the gateway serves before it is set up');
    return this.#hooks;
  }

  private async drain(): Promise<void> {
    // In the next turn, so that `draining` is true for whatever is answered from now on.
    await Promise.resolve();
    const timers = [
      // Node closes connections that rest between two requests, but not those that never carried one: pre-connects of
      // browsers and balancers. A moment later, for a first request that is already on its way.
      setTimeout(
        () => this.#sockets.forEach((socket) => socket.bytesRead === 0 && socket.destroy()),
        UNUSED_MS,
      ),
      setTimeout(() => this.instance.server.closeAllConnections(), this.drainMs),
    ];
    try {
      await this.instance.close();
    } finally {
      timers.forEach((timer) => clearTimeout(timer));
    }
  }
}

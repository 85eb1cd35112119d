import { FastifyAdapter } from '@nestjs/platform-fastify';
import { BODY_LIMIT, DRAIN_MS, type GatewayConfig } from './gateway.config.ts';
import type { Edge } from './edge.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Nest on Fastify, minus what Nest puts between a request and its answer: middleware, body parsers, and handlers for
 * errors and unknown routes, all of which would answer in another form than ours.
 */
export class GatewayAdapter extends FastifyAdapter {
  #edge: Edge | undefined;
  #closed: Promise<void> | undefined;

  constructor(config: GatewayConfig) {
    super({
      bodyLimit: BODY_LIMIT,
      trustProxy: config.TRUST_PROXY_CIDRS.length === 0 ? false : config.TRUST_PROXY_CIDRS,
      requestIdHeader: false,
      genReqId: (request) => requestIdOf(request.headers),
      // What still arrives on an open connection while we drain is served, and told that the connection ends.
      return503OnClosing: false,
      frameworkErrors: (_error, request, reply) => this.edge.malformedUrl(request, reply),
      clientErrorHandler: (error, socket) => this.edge.unreadable(error, socket),
    });
    this.instance.addHook('onSend', (_request, reply, payload, done) => {
      if (this.draining) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** Set by the module that serves requests, before the server listens. */
  attach(edge: Edge): void {
    this.#edge = edge;
  }

  get draining(): boolean {
    return this.#closed !== undefined;
  }

  /** Stops accepting, waits for the requests that run, and after 20 s for none of them. */
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

  private get edge(): Edge {
    if (this.#edge === undefined) throw new Error('the gateway serves before it is set up');
    return this.#edge;
  }

  private async drain(): Promise<void> {
    // In the next turn, so that `draining` is true for whatever is answered from now on.
    await Promise.resolve();
    const impatience = setTimeout(() => this.instance.server.closeAllConnections(), DRAIN_MS);
    try {
      await this.instance.close();
    } finally {
      clearTimeout(impatience);
    }
  }
}

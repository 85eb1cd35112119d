import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { BODY_BYTES_MAX } from '@parley/contracts';
import { DrainingHttpServer, originForm } from '@parley/runtime/http';
import type { UploadLimitsConfig } from '@parley/files';
import type { FastifyHttpOptions } from 'fastify';
import { BODY_TIMEOUT_MS, type GatewayConfig } from '../gateway.config.ts';
import { BodyTimeout } from './body-timeout.ts';
import type { RequestHooks } from './request-hooks.ts';
import { requestIdOf } from './request-context.ts';

/** Nest on Fastify without its middleware, body parsers and handlers of errors and unknown routes, which would answer in another form. */
export class GatewayAdapter extends FastifyAdapter {
  readonly #server: DrainingHttpServer;
  readonly bodyTimeout = new BodyTimeout(BODY_TIMEOUT_MS, ({ socket }, response) => {
    // A client that was answered and goes on sending gets no second answer.
    if (response.writableEnded) socket.destroy();
    else this.hooks.unreadable(new Error('The body did not arrive in time.'), socket);
  });
  readonly #onDrain: (() => void)[] = [];
  #hooks: RequestHooks | undefined;

  constructor(config: GatewayConfig, { UPLOAD_TIMEOUT }: Pick<UploadLimitsConfig, 'UPLOAD_TIMEOUT'>) {
    const options: FastifyHttpOptions<Server> = {
      // Each operation has a lower limit of its own.
      bodyLimit: BODY_BYTES_MAX,
      // The limit of uploads; bodyTimeout ends other requests.
      requestTimeout: UPLOAD_TIMEOUT + 2 * BODY_TIMEOUT_MS,
      trustProxy: config.TRUST_PROXY_CIDRS.length === 0 ? false : config.TRUST_PROXY_CIDRS,
      rewriteUrl: ({ url = '/' }) => originForm(url),
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
    const { server } = this.instance;
    server.headersTimeout = BODY_TIMEOUT_MS;
    server.prependListener('request', (request, response) => {
      this.hooks.responses.add(response);
      this.bodyTimeout.start(request, response);
    });
    // Node answers 417 without a body by itself; the edge says what it cannot do.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    this.#server = new DrainingHttpServer(server, {
      keepAliveMs: config.KEEP_ALIVE_TIMEOUT,
      delayMs: config.DRAIN_DELAY,
      drainMs: config.DRAIN_TIMEOUT,
      close: () => {
        for (const drain of this.#onDrain) drain();
        return this.instance.close();
      },
    });
  }

  /** Set by the module that serves requests, before the server listens. */
  attach(hooks: RequestHooks): void {
    this.#hooks = hooks;
  }

  /** Calls back when the server stops accepting connections, to end responses that would last. */
  onDrain(callback: () => void): void {
    this.#onDrain.push(callback);
  }

  get draining(): boolean {
    return this.#server.draining;
  }

  /** Serves on for DRAIN_DELAY, then waits for the requests that run, and after DRAIN_TIMEOUT for none of them. */
  override close(): Promise<void> {
    return this.#server.close();
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
}

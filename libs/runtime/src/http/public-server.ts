// Exported beside the index: what serves no HTTP need not load Fastify, which takes 20 MB of memory.
import { randomUUID } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { rateHeaders, type AddressLimiter } from '@parley/authentication';
import { ApiError } from '@parley/contracts';
import { addressRanges, integer, setting } from '../config.ts';
import { DrainingHttpServer, connectionSettings } from './draining-http-server.ts';
import { ForwardingWarning } from './forwarding-warning.ts';
import { originForm, repeatedHeader } from './request-head.ts';
import { RequestDurations } from './http-metrics.ts';
import { type Logger } from '../logging/logger.ts';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** Settings of a server whose requests no plan counts. */
export const publicServerSettings = {
  TRUST_PROXY_CIDRS: setting(
    'Addresses of the proxies whose X-Forwarded-For is believed, comma-separated CIDRs; empty believes none',
    addressRanges,
    '',
  ),
  PUBLIC_REQUESTS_PER_MINUTE: setting(
    'Requests a minute of one address (IPv6: one /64) that no plan counts: those to /openapi.json, the pages at / and /docs, and OPTIONS ' +
      'together, those to /oauth over all clients, those to the sign-in pages, and downloads; the same value for ' +
      'gateway, identity and file',
    integer(1, 1_000_000),
    '600',
  ),
  ...connectionSettings,
};

/** Time in which a request has to be there, by default. */
const REQUEST_TIMEOUT_MS = 30_000;

const DEFAULT_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export interface PublicServerOptions {
  /** The first part of the names of its log events. */
  name: string;
  host: string;
  port: number;
  config: {
    readonly TRUST_PROXY_CIDRS: string[];
    readonly KEEP_ALIVE_TIMEOUT: number;
    readonly DRAIN_DELAY: number;
    readonly DRAIN_TIMEOUT: number;
  };
  limiter: AddressLimiter;
  logger: Logger;
  /** Bytes. */
  bodyLimit: number;
  /** How long a connection may be idle in the middle of a request or response, in milliseconds. Default: for ever. */
  idleTimeoutMs?: number;
  /** How long a request may take to arrive in full, in milliseconds. Default: 30 s. */
  requestTimeoutMs?: number;
}

/** An HTTP server for requests without a credential: limited per address, drained, with a health probe and a log. */
export abstract class PublicServer
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  readonly #instance: FastifyInstance;
  readonly #server: DrainingHttpServer;
  readonly #durations: RequestDurations;

  constructor(private readonly options: PublicServerOptions) {
    const { config } = options;
    this.#durations = new RequestDurations(options.name);
    this.#instance = fastify({
      bodyLimit: options.bodyLimit,
      requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
      connectionTimeout: options.idleTimeoutMs ?? 0,
      trustProxy: config.TRUST_PROXY_CIDRS.length === 0 ? false : config.TRUST_PROXY_CIDRS,
      rewriteUrl: ({ url = '/' }) => originForm(url),
      requestIdHeader: false,
      genReqId: () => randomUUID(),
      return503OnClosing: false,
      clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
      frameworkErrors: (error, request, reply) => {
        this.#setDefaults(request, reply);
        void this.#limit(request, reply)
          .then(() => error)
          .catch((limited: unknown) => limited)
          .then((shown) => this.sendError(shown, request, reply));
      },
    });
    this.#server = new DrainingHttpServer(this.#instance.server, {
      keepAliveMs: config.KEEP_ALIVE_TIMEOUT,
      delayMs: config.DRAIN_DELAY,
      drainMs: config.DRAIN_TIMEOUT,
      close: () => this.#instance.close(),
    });
  }

  /** Adds the routes, behind the hooks of every request. */
  protected abstract install(instance: FastifyInstance): void | Promise<void>;

  /** Shows an error: one of Fastify has a `statusCode`, any other below 500 is an `ApiError`. */
  protected abstract sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;

  async onApplicationBootstrap(): Promise<void> {
    const { options } = this;
    const instance = this.#instance;
    instance.removeAllContentTypeParsers();
    const forwarding = new ForwardingWarning(options.logger);
    instance.addHook('onRequest', async (request, reply) => {
      forwarding.check(request);
      this.#setDefaults(request, reply);
      await this.#limit(request, reply);
      const repeated = repeatedHeader(request.raw.rawHeaders);
      if (repeated !== null)
        throw new ApiError('invalid_parameter', {
          status: 400,
          message: `The request has more than one ${repeated} header.`,
        });
    });
    instance.addHook('onResponse', (request, reply, done) => {
      this.#logRequest(request, reply);
      done();
    });
    instance.addHook('onSend', (_request, reply, _payload, done) => {
      // Fastify closes the connection of a body over the limit, and a client that is still sending loses the response.
      if (reply.statusCode >= 400) void reply.removeHeader('connection');
      done();
    });
    instance.setErrorHandler((error, request, reply) => this.sendError(error, request, reply));
    instance.get('/healthz', (_request, reply) =>
      this.#server.draining ? reply.code(503).send({ status: 'draining' }) : reply.send({ status: 'ok' }),
    );
    await this.install(instance);
    await instance.listen({ port: options.port, host: options.host });
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

  /** Serves on for DRAIN_DELAY, then waits up to DRAIN_TIMEOUT for running requests. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#server.close();
  }

  #setDefaults(request: FastifyRequest, reply: FastifyReply): void {
    void reply.header('x-request-id', request.id).headers(DEFAULT_HEADERS);
  }

  /** Counts a request for its address and shows the numbers; throws `rate_limit_exceeded`. Probes are never refused. */
  async #limit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limiter } = this.options;
    // Undefined once the caller has gone, whatever the type says.
    const address = (request.ip as string | undefined) ?? '';
    const probe = isProbe(request);
    const { passed, window } = probe ? limiter.takeProbe(address) : await limiter.take(address);
    void reply.headers(rateHeaders(window, !passed && !probe));
    if (!passed && !probe) throw new ApiError('rate_limit_exceeded');
  }

  /** Logs the route instead of the URL, which contains secrets. */
  #logRequest(request: FastifyRequest, reply: FastifyReply): void {
    const { logger, name } = this.options;
    const { method, id } = request;
    const route = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    if (!isProbe(request)) this.#durations.note({ method, route }, reply.statusCode, ms);
    const line = {
      event: `${name}.request.completed`,
      request_id: id,
      method,
      route,
      status: reply.statusCode,
      ms,
    };
    logger[isProbe(request) ? 'debug' : 'info'](line, 'Request completed');
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

const isProbe = ({ routeOptions: { url } }: FastifyRequest) => url === '/healthz';

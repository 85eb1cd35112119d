import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Parley } from '@parley/client';
import { ApiError, BODY_BYTES_MAX, defineOperation, noContent, type Principal } from '@parley/contracts';
import {
  CLIENT_OPTIONS,
  Confirmations,
  HttpEndpoint,
  type Session,
  type Settings,
  SettingsError,
  settingsOfQuery,
} from '@parley/mcp';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { traceFields } from '@parley/runtime/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { isEncoded } from '../http/body-parser.ts';
import type { GatewayAdapter } from '../http/gateway.adapter.ts';
import { addressOf, logFieldsOf } from '../http/request-context.ts';
import { type OperationRoute, routeOf } from '../operations/operation-route.ts';
import { MCP_PATH, mcpMetadataUrl } from '../site/well-known.ts';
import { InProcessTransport } from './in-process-transport.ts';

/** `GET` and `DELETE` are of sessions, which there are not: they are answered 405. */
const METHODS = ['POST', 'GET', 'DELETE'] as const;

/** Headers of an answer of the protocol; the others are those of every answer. */
const ANSWERED_HEADERS = ['content-type', 'allow'];
const PROTOCOL_HEADER = /^(?:accept|content-type|origin|mcp-[a-z-]+)$/;

/** The address of the client library's requests, which never leave the process. */
const IN_PROCESS = 'http://localhost';

/**
 * Serves MCP at {base_url}/mcp. It is no operation of the contracts, as the protocol describes itself. A token is all that is asked for
 * here: each request that a tool makes is authorized by itself.
 */
@Injectable()
export class McpRoute implements OnModuleInit {
  readonly #endpoint: HttpEndpoint;

  constructor(
    private readonly host: HttpAdapterHost<GatewayAdapter>,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const names = [config.BASE_URL, config.AUTH_URL].map((url) => new URL(url).hostname);
    // What the protocol refuses is a mistake of the client.
    this.#endpoint = new HttpEndpoint(names, (error) =>
      logger.debug({ event: 'mcp.request.refused', err: error }, 'MCP request refused'),
    );
  }

  /** The hooks that the module adds to the instance later apply to it, too. */
  onModuleInit(): void {
    const instance = this.host.httpAdapter.getInstance();
    void instance.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, parsed) =>
        isEncoded(request) ? parsed(new ApiError('unsupported_encoding')) : parsed(null, bytes),
      );
      scope.addHook('onSend', (_request, reply, payload, next) => {
        pointToOwnMetadata(reply, mcpMetadataUrl(this.config.BASE_URL));
        next(null, payload);
      });
      for (const method of METHODS)
        scope.route({
          method,
          url: MCP_PATH,
          exposeHeadRoute: false,
          bodyLimit: BODY_BYTES_MAX,
          config: { operationRoute: mcpRouteOf(method) },
          handler: (request, reply) => this.#answer(instance, request, reply),
        });
      done();
    });
  }

  async #answer(instance: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    const session = this.#sessionOf(instance, request);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const bytes = request.body as Buffer | undefined;
    const asked = new Request(IN_PROCESS + request.url, {
      method: request.method,
      headers: protocolHeadersOf(request),
      signal: gone.signal,
      ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
    });
    const answer = await this.#endpoint.answer(asked, jsonOf(bytes), session);
    // Also a stream of events: it has one, the result.
    const text = await answer.text();
    for (const name of ANSWERED_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    return reply.code(answer.status).send(text);
  }

  /** Whose session it is. Its token, and nobody else's, makes the requests of the tools. */
  #sessionOf(instance: FastifyInstance, request: FastifyRequest): Session {
    const principal = request.principal as Principal;
    const token = request.token ?? '';
    const trace = traceFields(request.trace?.context ?? {}) as Record<string, string>;
    const origin = { address: addressOf(request), requestId: request.id, trace };
    return {
      parley: new Parley({
        ...CLIENT_OPTIONS,
        baseUrl: IN_PROCESS,
        apiKey: token,
        transport: new InProcessTransport(instance, origin),
      }),
      scopes: principal.scopes,
      credentialId: principal.credentialId,
      userId: principal.userId,
      settings: settingsOf(request, principal),
      // The host has the token, the model has not; and every process of the gateway gets it.
      confirmations: new Confirmations(token),
      report: (error) =>
        this.logger.error(
          { event: 'mcp.tool.failed', err: error, ...logFieldsOf(request) },
          'unexpected error',
        ),
    };
  }
}

const mcpRouteOf = (method: (typeof METHODS)[number]): OperationRoute => ({
  ...routeOf(
    defineOperation({
      id: 'mcp.serve',
      service: 'gateway',
      route: `${method} ${MCP_PATH}`,
      scope: 'any-token',
      summary: 'Serve MCP',
      response: noContent,
    }),
  ),
  takesKey: false,
});

/** The challenge names the metadata of the API; those of this resource are elsewhere (RFC 9728 section 5.1). */
function pointToOwnMetadata(reply: FastifyReply, url: string): void {
  const challenge = reply.getHeader('www-authenticate');
  if (typeof challenge === 'string')
    void reply.header(
      'www-authenticate',
      challenge.replace(/resource_metadata="[^"]*"/, `resource_metadata="${url}"`),
    );
}

function protocolHeadersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ host: request.host });
  for (const [name, value] of Object.entries(request.headers))
    if (PROTOCOL_HEADER.test(name) && typeof value === 'string') headers.set(name, value);
  return headers;
}

/** The value of a body; undefined for what is no JSON, which the protocol refuses in its own form. */
function jsonOf(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Throws ApiError for a setting that is none, and for live data where the address serves test data alone. */
function settingsOf({ url }: FastifyRequest, { mode }: Principal): Settings {
  const settings = settingsIn(new URL(url, IN_PROCESS).searchParams);
  if (settings.testModeOnly && mode !== 'test')
    throw new ApiError('forbidden', { message: 'This address takes credentials for test data only.' });
  return settings;
}

function settingsIn(query: URLSearchParams): Settings {
  try {
    return settingsOfQuery(query);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ApiError('invalid_parameter', {
      status: 400,
      param: error.setting,
      message: error.message,
      cause: error,
    });
  }
}

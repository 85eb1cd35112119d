import { Inject, Injectable } from '@nestjs/common';
import { Authenticator, rateHeaders } from '@parley/authentication';
import {
  ApiError,
  exchangeToken,
  introspectToken,
  OAUTH_ERRORS,
  OAUTH_PARAMETERS,
  OAUTH_PATHS,
  revokeToken,
  type OAuthError,
} from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Rpc } from '@parley/rpc';
import { shownError } from '@parley/runtime/http/json-body';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RETRY_SECONDS } from '../http/error-envelope.ts';
import { addressOf, logFieldsOf } from '../http/request-context.ts';
import { GatewayConfig } from '../gateway.config.ts';
import { readOAuthBody } from './oauth-body.ts';

const CLIENT = ['client_id', 'client_secret'];
const ENDPOINTS = [
  { path: OAUTH_PATHS.token, fields: [...OAUTH_PARAMETERS.token, ...CLIENT], call: exchangeToken },
  { path: OAUTH_PATHS.revoke, fields: [...OAUTH_PARAMETERS.revoke, ...CLIENT], call: revokeToken },
  {
    path: OAUTH_PATHS.introspect,
    fields: [...OAUTH_PARAMETERS.introspect, ...CLIENT],
    call: introspectToken,
  },
];

/** Requests that name no client share one bucket. */
const NOBODY = '-';

/** The longest request has a code, a redirect URI of 2,048 characters and a secret. */
const BODY_BYTES_MAX = 16 * 1024;

/** The HTTP of the token, revocation and introspection endpoints, in the form of RFC 6749; identity decides who gets what. */
@Injectable()
export class OAuthRoutes {
  constructor(
    private readonly rpc: Rpc,
    private readonly authenticator: Authenticator,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The routes have a scope of their own: these bodies are read as bytes, and these errors have another form. */
  install(instance: FastifyInstance): void {
    void instance.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, parsed) =>
        parsed(null, bytes),
      );
      scope.setErrorHandler((error, request, reply) => this.#fail(error, request, reply));
      // Counted before the body is read and over all clients: it costs nothing to invent their ids.
      scope.addHook('onRequest', async (request, reply) => {
        const { passed, window } = await this.authenticator.oauth.take(addressOf(request));
        void reply.headers(rateHeaders(window, !passed));
        if (!passed) throw new ApiError('rate_limit_exceeded');
      });
      for (const endpoint of ENDPOINTS) {
        const config = { oauthRoute: `POST ${endpoint.path}` };
        scope.post(endpoint.path, { config, bodyLimit: BODY_BYTES_MAX }, (request, reply) =>
          this.#answer(endpoint, request, reply),
        );
        scope.route({
          method: scope.supportedMethods.filter((method) => method !== 'POST' && method !== 'OPTIONS'),
          url: endpoint.path,
          config: { oauthRoute: endpoint.path },
          exposeHeadRoute: false,
          // The method is refused before the body is read.
          onRequest: async (_request, reply) => refuseMethod(reply),
          handler: (_request, reply) => refuseMethod(reply),
        });
      }
      done();
    });
  }

  async #answer({ fields, call }: (typeof ENDPOINTS)[number], request: FastifyRequest, reply: FastifyReply) {
    const { authorization, 'content-type': contentType } = request.headers;
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const body = readOAuthBody(bytes, { contentType, authorization }, fields);
    const clientId = body.kind === 'read' ? body.request.client?.id : undefined;
    if (!(await this.#count(request, reply, clientId))) throw new ApiError('rate_limit_exceeded');
    if (body.kind === 'fault') {
      const { error, description, usedBasic } = body;
      return refuse(reply, { error, error_description: description }, usedBasic);
    }
    const timeoutMs = this.config.REQUEST_TIMEOUT;
    const ctx = { ...systemContext({ requestId: request.id, timeoutMs }), ...request.trace?.context };
    const answer = await this.rpc.call(call, ctx, body.request);
    if (isError(answer)) return refuse(reply, answer, body.usedBasic);
    return secret(reply).code(200).send(answer);
  }

  #fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const shown = shownError(error, request.routeOptions.bodyLimit);
    if (shown?.status === 429)
      return refuse(reply, { error: 'slow_down', error_description: 'Too many requests: see Retry-After.' });
    if (shown?.status === 503) {
      void reply.header('retry-after', RETRY_SECONDS);
      return refuse(reply, {
        error: 'temporarily_unavailable',
        error_description: 'The server is temporarily unavailable. Retry shortly.',
      });
    }
    if (shown !== null && shown.status < 500)
      return refuse(reply, { error: 'invalid_request', error_description: shown.message });
    if (!(shown instanceof ApiError))
      this.logger.error(
        { event: 'http.request.failed', err: error, ...logFieldsOf(request), method: request.method },
        'unexpected error',
      );
    return refuse(reply, {
      error: 'server_error',
      error_description: `An internal error occurred. Include the request id ${request.id} when you report it.`,
    });
  }

  async #count(request: FastifyRequest, reply: FastifyReply, clientId: string | undefined): Promise<boolean> {
    const { passed, window } = await this.authenticator.limitClient(clientId ?? NOBODY, addressOf(request));
    void reply.headers(rateHeaders(window, !passed));
    return passed;
  }
}

function refuse(reply: FastifyReply, body: OAuthError, usedBasic = false): FastifyReply {
  // RFC 6749 section 5.2: the scheme that the client has used.
  if (body.error === 'invalid_client' && usedBasic)
    void reply.header('www-authenticate', 'Basic realm="oauth"');
  return secret(reply).removeHeader('connection').code(OAUTH_ERRORS[body.error]).send(body);
}

function refuseMethod(reply: FastifyReply): FastifyReply {
  const error: OAuthError = { error: 'invalid_request', error_description: 'The method must be POST.' };
  return secret(reply).header('allow', 'POST').code(405).send(error);
}

const isError = (answer: object): answer is OAuthError => 'error' in answer;

/** RFC 6749 section 5.1: no cache may keep what is answered here. */
function secret(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
}

import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { Inject, Injectable } from '@nestjs/common';
import { AddressLimiter } from '@parley/authentication';
import { ApiError, OAUTH_PATHS, serverMetadataOf } from '@parley/contracts';
import { basePathOf } from '@parley/runtime/config';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { PublicServer } from '@parley/runtime/http/public-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';
import { PAGE_ROUTES, type PageRoutes } from './page-routes.ts';

/** The longest form is an e-mail address and a password. */
const FORM_BYTES_MAX = 16 * 1024;

/** Serves {auth_url}: the HTML pages, the authorization server metadata and health probes. */
@Injectable()
export class AuthServer extends PublicServer {
  constructor(
    private readonly config: IdentityConfig,
    private readonly pages: PageResponder,
    @Inject(PAGE_ROUTES) private readonly routes: readonly PageRoutes[],
    limiter: AddressLimiter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { AUTH_HOST: host, AUTH_PORT: port } = config;
    super({ name: 'auth', host, port, config, limiter, logger, bodyLimit: FORM_BYTES_MAX });
  }

  protected override async install(instance: FastifyInstance): Promise<void> {
    // Forms only: a script cannot reach a handler with a content type that needs no preflight.
    await instance.register(formbody);
    await instance.register(cookie);
    instance.setNotFoundHandler((_request, reply) =>
      this.pages.sendMessage(
        reply,
        404,
        'Page not found',
        'There is no page at this address. Check the link that brought you here.',
      ),
    );
    this.#addMetadata(instance);
    for (const routes of this.routes) await routes.install(instance);
  }

  #addMetadata(instance: FastifyInstance): void {
    const { AUTH_URL, BASE_URL } = this.config;
    const metadata = JSON.stringify(serverMetadataOf(AUTH_URL, BASE_URL));
    // The well-known part precedes a path of {auth_url} (RFC 8414 section 3.1); a proxy may or may not remove that path.
    const path = basePathOf(AUTH_URL);
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
  }

  protected override sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof PageError)
      return this.pages.sendMessage(reply, error.statusCode, error.title, error.message, error.next);
    if (error instanceof ApiError && error.status === 429)
      return this.pages.sendTemporary(reply, 429, 'Too many requests', 'Wait a minute, then try again.');
    if (error instanceof ApiError && error.status === 503) {
      void reply.header('retry-after', '1');
      const message = 'The service is temporarily unavailable. Try again in a few seconds.';
      return this.pages.sendTemporary(reply, 503, 'Temporarily unavailable', message);
    }
    if (error instanceof ApiError && error.status === 400)
      return this.pages.sendMessage(reply, 400, UNREADABLE, error.message);
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode < 500)
      return this.pages.sendMessage(reply, statusCode, UNREADABLE, 'Go back and try again.');
    this.logger.error(
      {
        event: 'auth.request.failed',
        err: error,
        request_id: request.id,
        route: request.routeOptions.url,
      },
      'Cannot answer a request to a sign-in page',
    );
    const message = `An internal error occurred. If it happens again, report it with the request ID ${request.id}.`;
    return this.pages.sendTemporary(reply, 500, 'Something went wrong', message);
  }
}

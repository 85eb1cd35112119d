import { Injectable } from '@nestjs/common';
import { OAUTH_PATHS } from '@parley/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { OAuthApps } from '../oauth/apps.handlers.ts';
import type { AppRow } from '../oauth/apps.queries.ts';
import {
  responseUri,
  clientIdOf,
  validateAuthorize,
  type AuthorizationRequest,
  type AuthorizationResponse,
} from '../oauth/authorize.rules.ts';
import { Consents } from '../oauth/consents.ts';
import { authorizeError } from './authorize-error.view.ts';
import { BrowserSession, formOf } from './browser-session.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { CONSENT_PATH, consentView } from './views.ts';

interface ValidRequest {
  app: AppRow;
  request: AuthorizationRequest;
  alwaysAsk: boolean;
}

/** The authorization endpoint (RFC 6749 section 3.1) with its sign-in and consent pages. */
@Injectable()
export class AuthorizeRoutes {
  constructor(
    private readonly apps: OAuthApps,
    private readonly consents: Consents,
    private readonly signIn: SignInForm,
    private readonly browser: BrowserSession,
    private readonly pages: PageResponder,
    private readonly config: IdentityConfig,
  ) {}

  install(instance: FastifyInstance): void {
    instance.get(OAUTH_PATHS.authorize, (_request, reply) => this.#authorize(reply));
    instance.post(OAUTH_PATHS.authorize, (_request, reply) => this.#signIn(reply));
    instance.post(CONSENT_PATH, (_request, reply) => this.#decide(reply));
  }

  async #authorize(reply: FastifyReply): Promise<FastifyReply> {
    const valid = await this.#readRequest(reply);
    if (valid === null) return reply;
    const { app, request, alwaysAsk } = valid;
    const { prefix } = this.browser;
    const path = pathOf(reply.request, prefix);
    const session = await this.browser.find(reply.request);
    if (session === null || session.workspace_id !== app.workspace_id)
      return this.signIn.show(reply, { path, app, session });
    const ctx = this.browser.context(reply.request);
    const asked = { request, address: reply.request.ip };
    const response = alwaysAsk ? null : await this.consents.remembered(ctx, session, app, asked);
    if (response !== null) return this.#redirectToApp(reply, response, 302);
    const requestId = await this.consents.create(ctx, session, app, request);
    const csrf = this.browser.csrfToken(reply.request);
    const view = consentView({ prefix, path, csrf, requestId, app, request, session });
    const { protocol } = new URL(request.redirect_uri);
    return this.pages.send(reply, view, 200, [...new Set(['https:', protocol])]);
  }

  /** Handles the sign-in form that {@link #authorize} shows. */
  async #signIn(reply: FastifyReply): Promise<FastifyReply> {
    const valid = await this.#readRequest(reply);
    if (valid === null) return reply;
    return this.signIn.submit(reply, { path: pathOf(reply.request, this.browser.prefix), app: valid.app });
  }

  async #decide(reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    const form = formOf(request);
    const decision = form?.get('decision');
    const requestId = form?.get('request');
    if (!form || requestId === undefined || (decision !== 'approve' && decision !== 'deny'))
      throw new PageError(400, UNREADABLE, 'Go back and use one of the two buttons.');
    const session = await this.browser.find(request);
    if (session === null || !this.browser.isValidCsrf(request, form, 'user'))
      throw new PageError(
        403,
        'This page is out of date',
        'You are not signed in any more, or as somebody else. Go back to the app and start again.',
      );
    const decided = { requestId, approved: decision === 'approve', address: request.ip };
    const response = await this.consents.decide(this.browser.context(request), session, decided);
    if (response === null)
      throw new PageError(
        400,
        'This page is out of date',
        'It has been answered already, or it has waited too long. Go back to the app and start again.',
      );
    return this.#redirectToApp(reply, response, 303);
  }

  /** The validated request and the app that sent it, or `null` when the browser was sent back to the app with an error. */
  async #readRequest(reply: FastifyReply): Promise<ValidRequest | null> {
    const query = new URLSearchParams(queryOf(reply.request));
    const clientId = clientIdOf(query);
    const app = clientId === null ? null : await this.apps.find(clientId);
    const decision = validateAuthorize(query, app);
    if (decision.kind === 'page')
      throw authorizeError(query, app, decision.message, `${this.config.BASE_URL}/docs`);
    if (decision.kind === 'redirect') {
      this.#redirectToApp(reply, decision.response, 302);
      return null;
    }
    if (app === null) throw new Error('a valid authorization request has no app');
    return { app, request: decision.request, alwaysAsk: decision.alwaysAsk };
  }

  /** Redirects to the app with the result and our issuer identifier (RFC 9207). */
  #redirectToApp(
    reply: FastifyReply,
    { redirect_uri, ...result }: AuthorizationResponse,
    status: 302 | 303,
  ): FastifyReply {
    const uri = responseUri(redirect_uri, { ...result, iss: this.config.AUTH_URL });
    return this.pages.redirect(reply, uri, status);
  }
}

/** The path of the page itself, made of what we know and of the query alone. */
function pathOf(request: FastifyRequest, prefix: string): string {
  return prefix + OAUTH_PATHS.authorize + queryOf(request);
}

function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}

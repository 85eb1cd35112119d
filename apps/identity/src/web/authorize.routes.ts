import { Inject, Injectable } from '@nestjs/common';
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
} from '../oauth/authorize.rules.ts';
import { Consents, type AuthorizationResponse } from '../oauth/consents.ts';
import type { Session } from '../sign-in/sessions.ts';
import { BrowserSession, formOf } from './browser-session.ts';
import { PageResponder } from './page-responder.ts';
import { SignInForm, type SignInTarget } from './sign-in.form.ts';
import { consentView } from './views.ts';

const CONSENT = '/oauth/consent';

/** A valid request and the app that sent it. */
interface ValidRequest {
  app: AppRow;
  request: AuthorizationRequest;
}
interface InvalidRequest {
  reject: (reply: FastifyReply) => FastifyReply;
}

/** The authorization endpoint (RFC 6749 section 3.1) with its sign-in and consent pages. */
@Injectable()
export class AuthorizeRoutes {
  constructor(
    @Inject(OAuthApps) private readonly apps: OAuthApps,
    @Inject(Consents) private readonly consents: Consents,
    @Inject(SignInForm) private readonly signIn: SignInForm,
    @Inject(BrowserSession) private readonly browser: BrowserSession,
    @Inject(PageResponder) private readonly pages: PageResponder,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  install(instance: FastifyInstance): void {
    instance.get(OAUTH_PATHS.authorize, (request, reply) => this.#authorize(request, reply));
    instance.post(OAUTH_PATHS.authorize, (request, reply) => this.#signIn(request, reply));
    instance.post(CONSENT, (request, reply) => this.#decide(request, reply));
  }

  async #authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const valid = await this.#readRequest(request);
    if ('reject' in valid) return valid.reject(reply);
    const session = await this.browser.find(request);
    if (session === null || session.workspaceId !== valid.app.workspace_id)
      return this.signIn.show(request, reply, { ...this.#signInTarget(request, valid.app), session });
    return this.#showConsent(request, reply, session, valid);
  }

  /** Handles the sign-in form that {@link #authorize} shows. */
  async #signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const valid = await this.#readRequest(request);
    if ('reject' in valid) return valid.reject(reply);
    const target = this.#signInTarget(request, valid.app);
    return this.signIn.submit(request, reply, { ...target, workspaceId: valid.app.workspace_id });
  }

  async #decide(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = formOf(request);
    const decision = form?.get('decision');
    const requestId = form?.get('request');
    if (!form || requestId === undefined || (decision !== 'approve' && decision !== 'deny'))
      return this.pages.sendMessage(
        reply,
        400,
        'That was not understood',
        'Go back and use one of the two buttons.',
      );
    const session = await this.browser.find(request);
    if (session === null || !this.browser.isValidCsrf(request, form, 'user'))
      return this.pages.sendMessage(
        reply,
        403,
        'This page is out of date',
        'You are not signed in any more, or as somebody else. Go back to the app and start again.',
      );
    const decided = { requestId, approved: decision === 'approve', address: request.ip };
    const response = await this.consents.decide(this.browser.context(request), session, decided);
    if (response === null)
      return this.pages.sendMessage(
        reply,
        400,
        'This page is out of date',
        'It has been answered already, or it has waited too long. Go back to the app and start again.',
      );
    return this.#redirectToApp(reply, response, 303);
  }

  /** The validated request, or how to reject an invalid one. */
  async #readRequest(request: FastifyRequest): Promise<ValidRequest | InvalidRequest> {
    const mark = request.url.indexOf('?');
    const query = new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1));
    const clientId = clientIdOf(query);
    const app = clientId === null ? null : await this.apps.find(clientId);
    const known = app && { redirectUris: app.redirect_uris, scopes: app.scopes };
    const decision = validateAuthorize(query, known);
    switch (decision.kind) {
      case 'page':
        return {
          reject: (reply) => this.pages.sendMessage(reply, 400, 'This link does not work', decision.message),
        };
      case 'redirect':
        return { reject: (reply) => this.#redirectToApp(reply, decision, 302) };
      case 'ask':
        if (app === null) throw new Error('a valid authorization request has no app');
        return { app, request: decision.request };
    }
  }

  #signInTarget(request: FastifyRequest, app: AppRow): SignInTarget {
    return {
      path: this.browser.prefix + request.url,
      app: { name: app.name, workspaceName: app.workspace_name },
    };
  }

  async #showConsent(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    valid: ValidRequest,
  ): Promise<FastifyReply> {
    const { app } = valid;
    const { redirectUri, scopes } = valid.request;
    const { protocol, host } = new URL(redirectUri);
    const view = consentView({
      action: this.browser.prefix + CONSENT,
      signOutAction: this.browser.prefix + request.url,
      startUrl: `${this.browser.prefix}/`,
      csrf: this.browser.csrfToken(request),
      requestId: await this.consents.create(this.browser.context(request), session, app, valid.request),
      app: { name: app.name, workspaceName: app.workspace_name },
      redirectHost: host,
      scopes,
      session,
    });
    return this.pages.send(reply, view, 200, protocol === 'http:' ? ['https:', 'http:'] : ['https:']);
  }

  /** Redirects to the app with the result and our issuer identifier (RFC 9207). */
  #redirectToApp(reply: FastifyReply, response: AuthorizationResponse, status: 302 | 303): FastifyReply {
    const { redirectUri, state } = response;
    const result: Record<string, string> =
      'code' in response
        ? { code: response.code }
        : { error: response.error, error_description: response.description };
    return this.pages.redirect(
      reply,
      responseUri(redirectUri, { ...result, state, iss: this.config.AUTH_URL }),
      status,
    );
  }
}

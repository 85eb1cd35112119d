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
import { BrowserSession, formOf } from './browser-session.ts';
import { PageError, PageResponder, UNREADABLE } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { CONSENT_PATH, consentView } from './views.ts';
import { html, type Html } from '@parley/runtime/http/html';

/** The longest value of a request that a page repeats. */
const SHOWN_MAX = 200;

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
      return this.signIn.show(reply, { path, app, session, formTargets: formTargetsOf(request) });
    const ctx = this.browser.context(reply.request);
    const asked = { request, address: reply.request.ip };
    const response = alwaysAsk ? null : await this.consents.remembered(ctx, session, app, asked);
    if (response !== null) return this.#redirectToApp(reply, response, 302);
    const requestId = await this.consents.create(ctx, session, app, request);
    const csrf = this.browser.csrfToken(reply.request);
    const view = consentView({ prefix, path, csrf, requestId, app, request, session });
    return this.pages.send(reply, view, 200, formTargetsOf(request));
  }

  async #signIn(reply: FastifyReply): Promise<FastifyReply> {
    const valid = await this.#readRequest(reply);
    if (valid === null) return reply;
    const path = pathOf(reply.request, this.browser.prefix);
    return this.signIn.submit(reply, { path, app: valid.app, formTargets: formTargetsOf(valid.request) });
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
    const decision = validateAuthorize(query, app, this.config.BASE_URL);
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

/** Schemes of what may follow a form: the redirect URI, from which the app may go on to its site. */
function formTargetsOf({ redirect_uri: uri }: AuthorizationRequest): string[] {
  return [...new Set(['https:', new URL(uri).protocol])];
}

function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}

/** The page for a request that must not be redirected to its app; it leads back to a site that the app has registered alone. */
function authorizeError(
  query: URLSearchParams,
  app: Pick<AppRow, 'name' | 'redirect_uris'> | null,
  message: string,
  docsUrl: string,
): PageError {
  const title = app === null ? 'This app is not known here' : `${app.name} cannot be connected`;
  const facts = [
    ['App', app?.name ?? null],
    ['Client ID', query.get('client_id')],
    ['Redirect URI', query.get('redirect_uri')],
  ] as const;
  const home = app === null ? null : siteOf(app.redirect_uris);
  const next = html`<p>
      Nothing was shared. Go back to the app and try again, or tell its developer what is shown here.
    </p>
    <dl class="facts">${facts.map(([name, value]) => (value === null ? html`` : fact(name, value)))}</dl>
    <p class="soft">Developers: see <a href="${docsUrl}">the API documentation</a>.</p>
    ${app === null || home === null ? null : html`<p><a href="${home}">Back to ${app.name}</a></p>`}`;
  return new PageError(400, title, message, next);
}

function fact(name: string, value: string): Html {
  const shown = value.length > SHOWN_MAX ? `${value.slice(0, SHOWN_MAX)}…` : value;
  return html`<dt>${name}</dt>
    <dd>${shown}</dd>`;
}

/** The first site that an app returns to; an app on a device has none. */
function siteOf(redirectUris: readonly string[]): string | null {
  const sites = redirectUris.filter((uri) => /^https?:/i.test(uri)).map((uri) => new URL(uri).origin);
  return sites[0] ?? null;
}

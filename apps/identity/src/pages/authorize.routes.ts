import { Inject, Injectable } from '@nestjs/common';
import { OAUTH_PATHS } from '@parley/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { OAuthApps } from '../oauth/apps.handlers.ts';
import type { AppRow } from '../oauth/apps.queries.ts';
import {
  answerUri,
  clientIdOf,
  validateAuthorize,
  type AuthorizationRequest,
} from '../oauth/authorize.rules.ts';
import { Consents, type ConsentAnswer } from '../oauth/consents.ts';
import type { Session } from '../sign-in/sessions.ts';
import { consentPage } from './pages.ts';
import { SignInForms } from './sign-in-forms.ts';
import { Visits, type Form } from './visit.ts';

const CONSENT = '/oauth/consent';

interface Asked {
  app: AppRow;
  request: AuthorizationRequest;
}
interface Refusal {
  refuse: (reply: FastifyReply) => FastifyReply;
}

/** The authorization endpoint (RFC 6749 section 3.1): who asks, who is asked, and what was answered. */
@Injectable()
export class AuthorizeRoutes {
  constructor(
    @Inject(OAuthApps) private readonly apps: OAuthApps,
    @Inject(Consents) private readonly consents: Consents,
    @Inject(SignInForms) private readonly forms: SignInForms,
    @Inject(Visits) private readonly visits: Visits,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  install(instance: FastifyInstance): void {
    instance.get(OAUTH_PATHS.authorize, (request, reply) => this.#authorize(request, reply));
    instance.post(OAUTH_PATHS.authorize, (request, reply) => this.#signIn(request, reply));
    instance.post(CONSENT, (request, reply) => this.#decide(request, reply));
  }

  async #authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = await this.#readRequest(request);
    if ('refuse' in asked) return asked.refuse(reply);
    const session = await this.visits.session(request);
    if (session === null || session.workspaceId !== asked.app.workspace_id)
      return this.#showSignIn(request, reply, asked.app, session);
    return this.#showConsent(request, reply, session, asked);
  }

  /** The sign-in form of the page that {@link #authorize} shows is sent to the address of that page. */
  async #signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = await this.#readRequest(request);
    if ('refuse' in asked) return asked.refuse(reply);
    const { app } = asked;
    return this.forms.answer(request, reply, {
      here: this.visits.prefix + request.url,
      workspaceId: app.workspace_id,
      app: { name: app.name, workspaceName: app.workspace_name },
    });
  }

  async #decide(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = request.body as Form | undefined;
    const decision = form?.get('decision');
    const requestId = form?.get('request');
    if (!form || requestId === undefined || (decision !== 'approve' && decision !== 'deny'))
      return this.visits.message(
        reply,
        400,
        'That was not understood',
        'Go back and use one of the two buttons.',
      );
    const session = await this.visits.session(request);
    if (session === null || !this.visits.isGenuine(request, form, 'user'))
      return this.visits.message(
        reply,
        403,
        'This page is out of date',
        'You are not signed in any more, or as somebody else. Go back to the app and start again.',
      );
    const given = { requestId, approved: decision === 'approve', address: request.ip };
    const answer = await this.consents.answer(this.visits.context(request), session, given);
    if (answer === null)
      return this.visits.message(
        reply,
        400,
        'This page is out of date',
        'It has been answered already, or it has waited too long. Go back to the app and start again.',
      );
    return this.#tellApp(reply, answer, 303);
  }

  /** The app and what it asks for, or how a request that is not good is answered. */
  async #readRequest(request: FastifyRequest): Promise<Asked | Refusal> {
    const mark = request.url.indexOf('?');
    const query = new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1));
    const clientId = clientIdOf(query);
    const app = clientId === null ? null : await this.apps.find(clientId);
    const known = app && { redirectUris: app.redirect_uris, scopes: app.scopes };
    const decision = validateAuthorize(query, known);
    switch (decision.kind) {
      case 'page':
        return {
          refuse: (reply) => this.visits.message(reply, 400, 'This link does not work', decision.message),
        };
      case 'redirect':
        return { refuse: (reply) => this.#tellApp(reply, decision, 302) };
      case 'ask':
        if (app === null) throw new Error('a request was found good without an app');
        return { app, request: decision.request };
    }
  }

  #showSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    app: AppRow,
    signedIn: Session | null,
  ): FastifyReply {
    return this.forms.show(request, reply, {
      here: this.visits.prefix + request.url,
      app: { name: app.name, workspaceName: app.workspace_name },
      signedIn,
    });
  }

  async #showConsent(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    asked: Asked,
  ): Promise<FastifyReply> {
    const { app } = asked;
    const { redirectUri, scopes } = asked.request;
    const { protocol, host } = new URL(redirectUri);
    const page = consentPage({
      action: this.visits.prefix + CONSENT,
      signOutAction: this.visits.prefix + request.url,
      startUrl: `${this.visits.prefix}/`,
      csrf: this.visits.csrf(request),
      requestId: await this.consents.ask(session, app, asked.request),
      app: { name: app.name, workspaceName: app.workspace_name },
      redirectHost: host,
      scopes,
      session,
    });
    return this.visits.show(reply, page, 200, protocol === 'http:' ? ['https:', 'http:'] : ['https:']);
  }

  /** Sends the browser back to the app, with who says so (RFC 9207). */
  #tellApp(reply: FastifyReply, answer: ConsentAnswer, status: 302 | 303): FastifyReply {
    const { redirectUri, state } = answer;
    const told: Record<string, string> =
      'code' in answer
        ? { code: answer.code }
        : { error: answer.error, error_description: answer.description };
    return this.visits.goTo(
      reply,
      answerUri(redirectUri, { ...told, state, iss: this.config.AUTH_URL }),
      status,
    );
  }
}

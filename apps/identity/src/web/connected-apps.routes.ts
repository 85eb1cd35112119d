import { Inject, Injectable } from '@nestjs/common';
import { decodeId } from '@parley/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ConnectedApps } from '../oauth/connected-apps.ts';
import { BrowserSession, formOf } from './browser-session.ts';
import { PageError, PageResponder } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { connectedAppsView, DISCONNECT_PATH } from './views.ts';

/** The start page, where users see and disconnect the apps that act for them. */
@Injectable()
export class ConnectedAppsRoutes {
  constructor(
    @Inject(ConnectedApps) private readonly apps: ConnectedApps,
    @Inject(SignInForm) private readonly signIn: SignInForm,
    @Inject(BrowserSession) private readonly browser: BrowserSession,
    @Inject(PageResponder) private readonly pages: PageResponder,
  ) {}

  install(instance: FastifyInstance): void {
    const path = `${this.browser.prefix}/`;
    instance.get('/', (_request, reply) => this.#show(reply, path));
    instance.post('/', (_request, reply) => this.signIn.submit(reply, { path, app: null }));
    instance.post(DISCONNECT_PATH, (_request, reply) => this.#disconnect(reply, path));
  }

  async #show(reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { request } = reply;
    const session = await this.browser.find(request);
    if (session === null) {
      // Which of more workspaces than a sign-in considers.
      const { workspace } = request.query as Record<string, unknown>;
      return this.signIn.show(reply, {
        path,
        app: null,
        ...(typeof workspace === 'string' ? { workspace } : {}),
      });
    }
    const apps = await this.apps.list(this.browser.context(request), session);
    const csrf = this.browser.csrfToken(request);
    return this.pages.send(reply, connectedAppsView({ prefix: this.browser.prefix, csrf, session, apps }));
  }

  async #disconnect(reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { request } = reply;
    const form = formOf(request);
    const session = await this.browser.find(request);
    if (!form || session === null || !this.browser.isValidCsrf(request, form, 'user'))
      throw new PageError(403, 'This page is out of date', 'Go back, load it again and try once more.');
    const appId = decodeId('app', form.get('app') ?? '');
    if (appId !== null) await this.apps.disconnect(this.browser.context(request), session, appId);
    return this.pages.redirect(reply, path);
  }
}

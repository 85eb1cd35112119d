import { Inject, Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/admission';
import { decodeId } from '@parley/contracts';
import { Database } from '@parley/persistence';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Grants } from '../oauth/grants.ts';
import { findConnectedApps, findGrantsOfUserForApp } from '../oauth/grants.queries.ts';
import { asUser } from '../sign-in/sessions.ts';
import { BrowserSession, formOf } from './browser-session.ts';
import { PageError, PageResponder } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { connectedAppsView, DISCONNECT_PATH } from './views.ts';

/** The start page, where users see and disconnect the apps that act for them. */
@Injectable()
export class ConnectedAppsRoutes {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Grants) private readonly grants: Grants,
    @Inject(TokenStore) private readonly tokenStore: TokenStore,
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
    if (session === null) return this.signIn.show(reply, { path, app: null });
    const db = this.db.read(asUser(this.browser.context(request), session));
    const apps = await db.query(findConnectedApps, [session.user_id]);
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
    if (appId !== null) {
      const revoked = await this.db.transaction(
        asUser(this.browser.context(request), session),
        async (tx) => {
          const grants = await tx.query(findGrantsOfUserForApp, [session.user_id, appId]);
          return this.grants.revoke(tx, grants, 'disconnected_by_user');
        },
      );
      await this.tokenStore.revoke(revoked.hashes);
    }
    return this.pages.redirect(reply, path);
  }
}

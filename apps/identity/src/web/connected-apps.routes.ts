import { Inject, Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/admission';
import { decodeId, encodeId } from '@parley/contracts';
import { inWorkspace, type WorkspaceContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Grants } from '../oauth/grants.ts';
import { findConnectedApps, findGrantsOfUserForApp } from '../oauth/grants.queries.ts';
import type { Session } from '../sign-in/sessions.ts';
import { BrowserSession, formOf } from './browser-session.ts';
import { PageResponder } from './page-responder.ts';
import { SignInForm } from './sign-in.form.ts';
import { connectedAppsView } from './views.ts';

const DISCONNECT = '/apps/disconnect';

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
    instance.get('/', (request, reply) => this.#show(request, reply, path));
    instance.post('/', (request, reply) => this.signIn.submit(request, reply, { path, app: null }));
    instance.post(DISCONNECT, (request, reply) => this.#disconnect(request, reply, path));
  }

  async #show(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const session = await this.browser.find(request);
    if (session === null) return this.signIn.show(request, reply, { path, app: null });
    const rows = await this.db
      .read(this.#context(request, session))
      .query(findConnectedApps, [session.userId]);
    const view = connectedAppsView({
      prefix: this.browser.prefix,
      csrf: this.browser.csrfToken(request),
      session,
      apps: rows.map((row) => ({
        id: encodeId('app', row.app_id),
        name: row.name,
        scopes: row.scopes,
        since: row.since,
        lastUsed: row.last_used,
      })),
    });
    return this.pages.send(reply, view);
  }

  async #disconnect(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const form = formOf(request);
    const session = await this.browser.find(request);
    if (!form || session === null || !this.browser.isValidCsrf(request, form, 'user'))
      return this.pages.sendMessage(
        reply,
        403,
        'This page is out of date',
        'Go back, load it again and try once more.',
      );
    const appId = decodeId('app', form.get('app') ?? '');
    if (appId !== null) {
      const revoked = await this.db.transaction(this.#context(request, session), async (tx) => {
        const grants = await tx.query(findGrantsOfUserForApp, [session.userId, appId]);
        return this.grants.revoke(tx, grants, 'disconnected_by_user');
      });
      await this.tokenStore.revoke(revoked.hashes);
    }
    return this.pages.redirect(reply, path);
  }

  #context(request: FastifyRequest, session: Session): WorkspaceContext {
    const ctx = inWorkspace(this.browser.context(request), encodeId('workspace', session.workspaceId));
    return { ...ctx, actor: { type: 'user', id: encodeId('user', session.userId) } };
  }
}

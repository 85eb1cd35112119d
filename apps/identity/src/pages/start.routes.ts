import { Inject, Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/admission';
import { decodeId, encodeId } from '@parley/contracts';
import { inWorkspace, type WorkspaceContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Grants } from '../oauth/grants.ts';
import { findConnectedApps, findGrantsOfUserForApp } from '../oauth/grants.queries.ts';
import type { Session } from '../sign-in/sessions.ts';
import { startPage } from './pages.ts';
import { SignInForms } from './sign-in-forms.ts';
import { Visits, type Form } from './visit.ts';

const DISCONNECT = '/apps/disconnect';

/** The page of a signed-in user: which apps act for them, and the end of that. */
@Injectable()
export class StartRoutes {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Grants) private readonly grants: Grants,
    @Inject(TokenStore) private readonly tokenStore: TokenStore,
    @Inject(SignInForms) private readonly forms: SignInForms,
    @Inject(Visits) private readonly visits: Visits,
  ) {}

  install(instance: FastifyInstance): void {
    const here = `${this.visits.prefix}/`;
    instance.get('/', (request, reply) => this.#show(request, reply, here));
    instance.post('/', (request, reply) => this.forms.answer(request, reply, { here, app: null }));
    instance.post(DISCONNECT, (request, reply) => this.#disconnect(request, reply, here));
  }

  async #show(request: FastifyRequest, reply: FastifyReply, here: string): Promise<FastifyReply> {
    const session = await this.visits.session(request);
    if (session === null) return this.forms.show(request, reply, { here, app: null });
    const rows = await this.db
      .read(this.#context(request, session))
      .query(findConnectedApps, [session.userId]);
    const page = startPage({
      prefix: this.visits.prefix,
      csrf: this.visits.csrf(request),
      session,
      apps: rows.map((row) => ({
        id: encodeId('app', row.app_id),
        name: row.name,
        scopes: row.scopes,
        since: row.since,
        lastUsed: row.last_used,
      })),
    });
    return this.visits.show(reply, page);
  }

  async #disconnect(request: FastifyRequest, reply: FastifyReply, here: string): Promise<FastifyReply> {
    const form = request.body as Form | undefined;
    const session = await this.visits.session(request);
    if (!form || session === null || !this.visits.isGenuine(request, form, 'user'))
      return this.visits.message(
        reply,
        403,
        'This page is out of date',
        'Go back, load it again and try once more.',
      );
    const appId = decodeId('app', form.get('app') ?? '');
    if (appId !== null) {
      const ended = await this.db.transaction(this.#context(request, session), async (tx) => {
        const grants = await tx.query(findGrantsOfUserForApp, [session.userId, appId]);
        return this.grants.end(tx, grants, 'disconnected_by_user');
      });
      await this.tokenStore.revoke(ended.hashes);
    }
    return this.visits.goTo(reply, here);
  }

  #context(request: FastifyRequest, session: Session): WorkspaceContext {
    const ctx = inWorkspace(this.visits.context(request), encodeId('workspace', session.workspaceId));
    return { ...ctx, actor: { type: 'user', id: encodeId('user', session.userId) } };
  }
}

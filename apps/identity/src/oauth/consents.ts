import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { encodeId, scopesOfRole } from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Audit } from '../audit/audit.ts';
import type { Session } from '../sign-in/sessions.ts';
import { findApp, type AppRow } from './apps.queries.ts';
import type { AuthorizationRequest, AuthorizeErrorCode } from './authorize.rules.ts';
import * as queries from './consents.queries.ts';
import { Grants } from './grants.ts';

/** How long a user may think about it. */
const THINKING_MS = 15 * 60_000;

/** What the app is told. */
export type ConsentAnswer = { redirectUri: string; state: string | null } & (
  { code: string } | { error: AuthorizeErrorCode; description: string }
);

/**
 * Requests that users are asked about. What was found good is kept here under an id of the session, and the form carries
 * that id alone: nobody can put other scopes, another app or another address under a consent.
 */
@Injectable()
export class Consents {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Grants) private readonly grants: Grants,
    @Inject(Audit) private readonly audit: Audit,
  ) {}

  /** Keeps a request until it is answered; answers the id for the form. */
  async ask(session: Session, app: AppRow, request: AuthorizationRequest): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await this.db.system(queries.insertConsentRequest, [
      hashOf(id),
      session.idHash,
      app.id,
      request.redirectUri,
      request.scopes,
      request.state,
      request.challenge,
      new Date(Date.now() + THINKING_MS),
    ]);
    return id;
  }

  /** Takes the answer to a request; `null` when there is no such request of this session any more. */
  async answer(
    ctx: Context,
    session: Session,
    given: { requestId: string; approved: boolean; address: string },
  ): Promise<ConsentAnswer | null> {
    const actor = { type: 'user', id: encodeId('user', session.userId) } as const;
    const workspace: WorkspaceContext = {
      ...inWorkspace(ctx, encodeId('workspace', session.workspaceId)),
      actor,
    };
    return this.db.transaction(workspace, async (tx) => {
      const values = [hashOf(given.requestId), session.idHash, new Date()];
      const row = await tx.one(queries.takeConsentRequest, values);
      if (row === undefined) return null;
      const { redirect_uri: redirectUri, state, challenge } = row;
      const [app] = await tx.system(findApp, [row.app_id]);
      if (app === undefined) return null;
      const allowed = scopesOfRole(session.role);
      const scopes = row.scopes.filter((scope) => allowed.includes(scope));
      const granted = given.approved && scopes.length > 0;
      await this.audit.record(tx, {
        type: granted ? 'consent.granted' : 'consent.denied',
        address: given.address,
        details: { app_id: encodeId('app', app.id), scopes: granted ? scopes : row.scopes },
      });
      if (granted) {
        const request = { redirectUri, scopes, state, challenge };
        return { redirectUri, state, code: await this.grants.issueCode(tx, app, session.userId, request) };
      }
      const description = given.approved
        ? 'The role of the user allows none of the scopes.'
        : 'The user did not give access.';
      return { redirectUri, state, error: 'access_denied', description };
    });
  }
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

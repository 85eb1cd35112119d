import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { encodeId, scopesOfRole } from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Audit } from '../audit/audit.ts';
import { sha256 } from '../sha256.ts';
import type { Session } from '../sign-in/sessions.ts';
import { findApp, type AppRow } from './apps.queries.ts';
import type { AuthorizationRequest, AuthorizeErrorCode } from './authorize.rules.ts';
import * as queries from './consents.queries.ts';
import { Grants } from './grants.ts';
import { ConsentRequestRow } from './oauth.entities.ts';

const REQUEST_TTL_MS = 15 * 60_000;

/** The authorization response for the app (RFC 6749 section 4.1.2). */
export type AuthorizationResponse = { redirectUri: string; state: string | null } & (
  { code: string } | { error: AuthorizeErrorCode; description: string }
);

/**
 * Asks users for their consent. The validated request is stored under an id of the session, and the form contains only
 * that id: nobody can swap the scopes, the app or the redirect URI of a consent.
 */
@Injectable()
export class Consents {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Grants) private readonly grants: Grants,
    @Inject(Audit) private readonly audit: Audit,
  ) {}

  /** Stores a request until the user decides, and returns its id for the form. */
  async create(ctx: Context, session: Session, app: AppRow, request: AuthorizationRequest): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await this.db.transaction(contextOf(ctx, session), (tx) =>
      tx.insert(ConsentRequestRow, {
        id_hash: sha256(id),
        session_hash: session.idHash,
        app_id: app.id,
        redirect_uri: request.redirectUri,
        scopes: request.scopes,
        state: request.state,
        challenge: request.challenge,
        expires_at: new Date(Date.now() + REQUEST_TTL_MS),
      }),
    );
    return id;
  }

  /** Decides a request; `null` when the session has no such request any more. */
  async decide(
    ctx: Context,
    session: Session,
    decision: { requestId: string; approved: boolean; address: string },
  ): Promise<AuthorizationResponse | null> {
    return this.db.transaction(contextOf(ctx, session), async (tx) => {
      const values = [sha256(decision.requestId), session.idHash, new Date()];
      const row = await tx.one(queries.takeConsentRequest, values);
      if (row === undefined) return null;
      const { redirect_uri: redirectUri, state, challenge } = row;
      const [app] = await tx.system(findApp, [row.app_id]);
      if (app === undefined) return null;
      const allowed = scopesOfRole(session.role);
      const scopes = row.scopes.filter((scope) => allowed.includes(scope));
      const granted = decision.approved && scopes.length > 0;
      await this.audit.record(tx, {
        type: granted ? 'consent.granted' : 'consent.denied',
        address: decision.address,
        details: { app_id: encodeId('app', app.id), scopes: granted ? scopes : row.scopes },
      });
      if (granted) {
        const request = { redirectUri, scopes, state, challenge };
        return { redirectUri, state, code: await this.grants.issueCode(tx, app, session.userId, request) };
      }
      const description = decision.approved
        ? 'The role of the user allows none of the scopes.'
        : 'The user did not give access.';
      return { redirectUri, state, error: 'access_denied', description };
    });
  }
}

function contextOf(ctx: Context, { workspaceId, userId }: Session): WorkspaceContext {
  const actor = { type: 'user', id: encodeId('user', userId) } as const;
  return { ...inWorkspace(ctx, encodeId('workspace', workspaceId)), actor };
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { encodeId, scopesOfRole } from '@parley/contracts';
import type { Context, WorkspaceContext } from '@parley/runtime/context';
import { Database, workspaceStatement, type Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { sha256 } from '../sha256.ts';
import { asUser, type Session } from '../sign-in/sessions.ts';
import { findApp, type AppRow } from './apps.queries.ts';
import type { AuthorizationRequest, AuthorizationResponse } from './authorize.rules.ts';
import { Grants } from './grants.ts';
import { ConsentRequestRow } from './oauth.entities.ts';
import { isRegistered } from './redirect-uri.rules.ts';

/** Deletes the request, so that it can be answered only once, and only in its session. */
const takeConsentRequest = workspaceStatement<
  Pick<ConsentRequestRow, 'app_id' | 'redirect_uri' | 'scopes' | 'state' | 'challenge'>
>(
  'consent_request.take',
  `delete from consent_request
    where workspace_id = $1 and id_hash = $2 and session_hash = $3 and expires_at > $4
   returning app_id, redirect_uri, scopes, state, challenge`,
);

/** A grant with at least these scopes, locked so that the user cannot disconnect the app before the new code commits. */
const findGrantWithScopes = workspaceStatement<{ id: string }>(
  'oauth_grant.with_scopes',
  `select id from oauth_grant
    where workspace_id = $1 and user_id = $2 and app_id = $3 and scopes @> $4::text[] and revoked_at is null
      and expires_at > now()
    limit 1 for share`,
);

const REQUEST_TTL_MS = 15 * 60_000;

/** Asks users for their consent. The form has only the id of the stored request: nobody can swap what is consented to. */
@Injectable()
export class Consents {
  constructor(
    private readonly db: Database,
    private readonly grants: Grants,
  ) {}

  /** Stores a request until the user decides, and returns its id for the form. */
  async create(ctx: Context, session: Session, app: AppRow, request: AuthorizationRequest): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    await this.db.transaction(asUser(ctx, session), (tx) =>
      tx.insert(ConsentRequestRow, {
        ...request,
        id_hash: sha256(id),
        session_hash: session.id_hash,
        app_id: app.id,
        expires_at: new Date(Date.now() + REQUEST_TTL_MS),
      }),
    );
    return id;
  }

  /** The response for scopes that were granted before; `null` if the user must be asked, as for public clients (RFC 8252 section 8.6). */
  async remembered(
    ctx: Context,
    session: Session,
    app: AppRow,
    { request, address }: { request: AuthorizationRequest; address: string },
  ): Promise<AuthorizationResponse | null> {
    const scopes = grantable(request, app, session);
    if (app.client_type === 'public' || scopes.length === 0) return null;
    return this.db.transaction(asUser(ctx, session), async (tx) => {
      const known = await tx.one(findGrantWithScopes, [session.user_id, app.id, scopes]);
      if (known === undefined) return null;
      const details = { app_id: encodeId('app', app.id), scopes, remembered: true };
      await recordAudit(tx, { type: 'consent.granted', address, details });
      return this.#grant(tx, app, session, { ...request, scopes });
    });
  }

  /** Decides a request; `null` when the session has no such request any more. */
  async decide(
    ctx: Context,
    session: Session,
    decision: { requestId: string; approved: boolean; address: string },
  ): Promise<AuthorizationResponse | null> {
    return this.db.transaction(asUser(ctx, session), async (tx) => {
      const values = [sha256(decision.requestId), session.id_hash, new Date()];
      const request = await tx.one(takeConsentRequest, values);
      const [app] = request === undefined ? [] : await tx.system(findApp, [request.app_id]);
      // The operator may have removed the redirect URI meanwhile.
      if (request === undefined || app === undefined || !isRegistered(app, request.redirect_uri)) return null;
      const { redirect_uri, state } = request;
      const scopes = grantable(request, app, session);
      const granted = decision.approved && scopes.length > 0;
      await recordAudit(tx, {
        type: granted ? 'consent.granted' : 'consent.denied',
        address: decision.address,
        details: { app_id: encodeId('app', app.id), scopes: granted ? scopes : request.scopes },
      });
      if (granted) return this.#grant(tx, app, session, { ...request, scopes });
      const description = decision.approved
        ? 'The role of the user allows none of the scopes.'
        : 'The user did not give access.';
      return { redirect_uri, error: 'access_denied', error_description: description, state };
    });
  }

  async #grant(
    tx: Transaction<WorkspaceContext>,
    app: AppRow,
    session: Session,
    request: AuthorizationRequest,
  ): Promise<AuthorizationResponse> {
    const code = await this.grants.issueCode(tx, app, session.user_id, request);
    return { redirect_uri: request.redirect_uri, code, state: request.state };
  }
}

/** The requested scopes that the user may grant: those of the role, and for which the app is still registered. */
function grantable({ scopes }: Pick<AuthorizationRequest, 'scopes'>, app: AppRow, { role }: Session) {
  const allowed = scopesOfRole(role);
  return scopes.filter((scope) => allowed.includes(scope) && app.scopes.includes(scope));
}

import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, notFound, PLANS, scopesOfRole, uuidOf } from '@parley/contracts';
import {
  createAccessToken,
  endSession,
  getSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';
import { IdentityConfig } from '../identity.config.ts';
import { TokenRepository } from '../tokens/token.repository.ts';
import { BrowserSession } from '../web/browser-session.ts';
import { SessionEnds } from '../sign-in/session-ends.ts';
import { MAX_AGE_MS, unexpiredSince } from '../sign-in/sessions.ts';
import * as queries from '../sign-in/sessions.queries.ts';

/** A page renews its token before: a copy of it is worthless soon after the page is gone. */
const ACCESS_TOKEN_MS = 15 * 60_000;

@Injectable()
export class SessionsConsole {
  constructor(
    private readonly db: Database,
    private readonly tokens: TokenRepository,
    private readonly ends: SessionEnds,
    private readonly browser: BrowserSession,
    private readonly config: IdentityConfig,
  ) {}

  @HandlesConsole(getSession)
  get({ session, reply }: ConsoleCall) {
    const { name, email, role, avatar_url, plan } = session;
    return Promise.resolve({
      id: encodeId('session', session.id),
      user: { id: encodeId('user', session.user_id), name, email, role, avatar_url },
      workspace: {
        id: encodeId('workspace', session.workspace_id),
        name: session.workspace_name,
        plan,
        requests_per_minute: PLANS[plan],
      },
      csrf_token: this.browser.csrfToken(reply.request),
      scopes: [...scopesOfRole(role)],
      base_url: this.config.BASE_URL,
      files_url: this.config.FILES_URL,
    });
  }

  @HandlesConsole(endSession)
  end({ reply }: ConsoleCall) {
    return this.browser.signOut(reply);
  }

  @HandlesConsole(createAccessToken)
  async createAccessToken(
    { ctx, session }: ConsoleCall,
    { body: { mode } }: ParsedConsoleInput<typeof createAccessToken>,
  ) {
    const endOfSession = session.created_at.getTime() + MAX_AGE_MS;
    const expiresAt = new Date(Math.min(Date.now() + ACCESS_TOKEN_MS, endOfSession));
    const scopes = [...scopesOfRole(session.role)];
    const issued = await this.db.transaction(ctx, async (tx) => {
      const token = await this.tokens.issue(tx, {
        kind: 'session',
        mode,
        name: 'Account console',
        scopes,
        user_id: session.user_id,
        grant_id: null,
        session_id: session.id,
        expires_at: expiresAt,
      });
      // Locked after its user, as by a deactivation.
      if (token === null || (await tx.one(queries.lockSession, [session.id])) === undefined)
        throw new ApiError('missing_api_key', { message: 'The session has ended. Sign in again.' });
      return token;
    });
    return { token: issued.token, expires_at: expiresAt.toISOString(), scopes, mode };
  }

  @HandlesConsole(listSessions)
  async list({ ctx, session }: ConsoleCall) {
    const values = [session.user_id, ...unexpiredSince(Date.now())];
    const rows = await this.db.read(ctx).query(queries.listSessions, values);
    return rows.map((row) => ({
      id: encodeId('session', row.id),
      is_current: row.id === session.id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      browser: row.browser,
      address: row.address,
    }));
  }

  @HandlesConsole(revokeSession)
  async revoke({ ctx, session, from }: ConsoleCall, { params }: ParsedConsoleInput<typeof revokeSession>) {
    const uuid = uuidOf('session', params.session_id);
    const ending = this.db.transaction(ctx, async (tx) => {
      const ended = await this.ends.one(tx, session.user_id, uuid);
      if (ended.ended === 0) throw notFound('session');
      const details = { session_id: params.session_id };
      await recordAudit(tx, { type: 'session.revoked', address: from.address, details });
      return ended;
    });
    await this.ends.committed(ending);
  }

  @HandlesConsole(revokeOtherSessions)
  async revokeOthers({ ctx, session, from }: ConsoleCall) {
    const ending = this.db.transaction(ctx, async (tx) => {
      const ended = await this.ends.all(tx, session.user_id, session.id);
      const details = { sessions: ended.ended };
      if (ended.ended > 0) await recordAudit(tx, { type: 'session.revoked', address: from.address, details });
      return ended;
    });
    return { revoked: (await this.ends.committed(ending)).ended };
  }
}

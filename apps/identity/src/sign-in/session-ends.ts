import { Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import type { Context, WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { Revocations } from '../tokens/revocations.ts';
import { asUser, Sessions } from './sessions.ts';
import * as queries from './sessions.queries.ts';

type Tx = Transaction<WorkspaceContext>;

const NONE: queries.EndedSessions = { ended: 0, hashes: [] };

/** Ends sessions. Once a method returns, every gateway refuses the access tokens of the sessions that it ended. */
@Injectable()
export class SessionEnds {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly tokenStore: TokenStore,
    private readonly revocations: Revocations,
  ) {}

  async signOut(ctx: Context, cookie: string | undefined, address: string): Promise<void> {
    const session = await this.sessions.find(cookie);
    if (session === null) return;
    await this.committed(
      this.db.transaction(asUser(ctx, session), async (tx) => {
        const ended = await this.one(tx, session.user_id, session.id);
        await recordAudit(tx, { type: 'login.signed_out', address });
        return ended;
      }),
    );
  }

  /** Ends the session that a browser had before it signed in anew. */
  async replace(ctx: Context, cookie: string | undefined): Promise<void> {
    // One that has expired has no access tokens, and is pruned.
    const session = await this.sessions.find(cookie);
    if (session === null) return;
    await this.committed(
      this.db.transaction(asUser(ctx, session), (tx) => this.one(tx, session.user_id, session.id)),
    );
  }

  /** Ends one session of a user within a transaction, which {@link committed} has to follow. */
  async one(tx: Tx, userId: string, sessionUuid: string): Promise<queries.EndedSessions> {
    await tx.query(queries.lockEndingSessions, [userId, sessionUuid, null]);
    return (await tx.one(queries.endSessionOfUser, [userId, sessionUuid])) ?? NONE;
  }

  /** Ends all sessions of a user, except one, within a transaction, which {@link committed} has to follow. */
  async all(tx: Tx, userId: string, except: string | null = null): Promise<queries.EndedSessions> {
    await tx.query(queries.lockEndingSessions, [userId, null, except]);
    return (await tx.one(queries.endSessionsOfUser, [userId, except])) ?? NONE;
  }

  /** Returns the result of a transaction that ended sessions, once their access tokens are refused everywhere. */
  async committed<T extends { hashes: readonly string[] }>(change: Promise<T>): Promise<T> {
    const result = await this.revocations.committed(change);
    if (result.hashes.length > 0) await this.tokenStore.revoke(result.hashes);
    return result;
  }
}

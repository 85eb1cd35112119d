import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { SessionRow } from './session.entity.ts';
import { sha256 } from '../sha256.ts';
import * as queries from './sessions.queries.ts';

/** A signed-in user. */
export type Session = queries.SignedInRow;

export const IDLE_MS = 12 * 3_600_000;
const MAX_AGE_MS = 30 * 86_400_000;
/** Requests within this time do not update when the session was last seen. */
const TOUCH_INTERVAL_MS = 60_000;
/** 256 bits in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/;

/** A random id for the cookie of a session or a visitor. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

export function isSessionId(text: string): boolean {
  return ID.test(text);
}

/** The context of what a signed-in user does. */
export function asUser(
  ctx: Context,
  { workspace_id, user_id }: Pick<Session, 'workspace_id' | 'user_id'>,
): WorkspaceContext {
  const actor = { type: 'user', id: encodeId('user', user_id) } as const;
  return { ...inWorkspace(ctx, encodeId('workspace', workspace_id)), actor };
}

/** Browser sessions of users. They expire after 12 hours without a request, and after 30 days in any case. */
@Injectable()
export class Sessions {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Starts a session, always under a new id (against session fixation). */
  async start(tx: Transaction<WorkspaceContext>, userId: string): Promise<string> {
    const id = newSessionId();
    await tx.insert(SessionRow, { id_hash: sha256(id), user_id: userId, last_seen_at: new Date() });
    return id;
  }

  async find(id: string | undefined): Promise<Session | null> {
    if (id === undefined || !isSessionId(id)) return null;
    const now = Date.now();
    const since = [new Date(now - IDLE_MS), new Date(now - MAX_AGE_MS)];
    const [row] = await this.db.system(queries.findSession, [sha256(id), ...since]);
    if (row === undefined) return null;
    if (now - row.last_seen_at.getTime() > TOUCH_INTERVAL_MS)
      await this.db.system(queries.touchSession, [row.id_hash, new Date(now)]);
    return row;
  }

  /** Ends a session because its user signs out. */
  async signOut(ctx: Context, id: string | undefined, address: string): Promise<void> {
    const session = await this.find(id);
    if (session === null) return;
    await this.db.transaction(asUser(ctx, session), async (tx) => {
      await tx.query(queries.deleteOwnSession, [session.id_hash]);
      await recordAudit(tx, { type: 'login.signed_out', address });
    });
  }

  async end(id: string | undefined): Promise<void> {
    if (id !== undefined && isSessionId(id)) await this.db.system(queries.deleteSession, [sha256(id)]);
  }
}

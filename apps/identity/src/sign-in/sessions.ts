import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { SessionRow } from './session.entity.ts';
import { sha256 } from '../sha256.ts';
import * as queries from './sessions.queries.ts';

export type Session = queries.SignedInRow;

export const IDLE_MS = 12 * 3_600_000;
export const MAX_AGE_MS = 30 * 86_400_000;
/** Requests within this time do not update when the session was last seen. */
const TOUCH_INTERVAL_MS = 60_000;
const BROWSER_MAX = 512;
/** 256 bits in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/;

export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

export function isSessionId(text: string): boolean {
  return ID.test(text);
}

export interface SessionOrigin {
  address: string;
  userAgent: string | undefined;
}

export function asUser(ctx: Context, { workspace_id, user_id }: Pick<Session, 'workspace_id' | 'user_id'>) {
  const actor = { type: 'user', id: encodeId('user', user_id), credential: null } as const;
  return { ...inWorkspace(ctx, encodeId('workspace', workspace_id)), actor };
}

/** Browser sessions of users. They expire after 12 hours without a request, and after 30 days in any case. */
@Injectable()
export class Sessions {
  constructor(private readonly db: Database) {}

  /** Starts a session, always under a new id (against session fixation). */
  async start(tx: Transaction<WorkspaceContext>, userId: string, { address, userAgent }: SessionOrigin) {
    const id = newSessionId();
    await tx.insert(SessionRow, {
      id_hash: sha256(id),
      id: newUuid(),
      user_id: userId,
      browser: userAgent?.slice(0, BROWSER_MAX) ?? null,
      address,
      last_seen_at: new Date(),
    });
    return id;
  }

  async find(id: string | undefined): Promise<Session | null> {
    if (id === undefined || !isSessionId(id)) return null;
    const now = Date.now();
    const [row] = await this.db.system(queries.findSession, [sha256(id), ...unexpiredSince(now)]);
    if (row === undefined) return null;
    if (now - row.last_seen_at.getTime() > TOUCH_INTERVAL_MS)
      await this.db.system(queries.touchSession, [row.id_hash, new Date(now)]);
    return row;
  }
}

/** The earliest times at which a session that has not expired was last seen, and was started. */
export function unexpiredSince(now: number): [lastSeen: Date, started: Date] {
  return [new Date(now - IDLE_MS), new Date(now - MAX_AGE_MS)];
}

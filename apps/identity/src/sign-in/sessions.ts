import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { SessionRow } from './session.entity.ts';
import * as queries from './sessions.queries.ts';

export const IDLE_MS = 12 * 3_600_000;
export const LONGEST_MS = 30 * 86_400_000;
/** Seen again within this time is not worth a write. */
const TOUCH_MS = 60_000;
/** 256 bits in base64url. */
const ID = /^[A-Za-z0-9_-]{43}$/;

/** Who is signed in. Ids are uuids. */
export interface Session {
  /** Under which it is stored; the id itself is in the cookie alone. */
  idHash: Buffer;
  workspaceId: string;
  workspaceName: string;
  userId: string;
  email: string;
  name: string;
  role: Role;
}

/** An id for a cookie, of a session or of a visitor. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

export function isSessionId(text: string): boolean {
  return ID.test(text);
}

/** Sessions of users in their browsers: 12 hours without a request end one, and 30 days in any case. */
@Injectable()
export class Sessions {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Begins a session within a transaction; always with an id that nobody has seen before. */
  async begin(tx: Transaction<WorkspaceContext>, userId: string): Promise<string> {
    const id = newSessionId();
    await tx.insert(SessionRow, { id_hash: hashOf(id), user_id: userId, last_seen_at: new Date() });
    return id;
  }

  async find(id: string | undefined): Promise<Session | null> {
    if (id === undefined || !isSessionId(id)) return null;
    const idHash = hashOf(id);
    const now = Date.now();
    const [row] = await this.db.system(queries.findSession, [
      idHash,
      new Date(now - IDLE_MS),
      new Date(now - LONGEST_MS),
    ]);
    if (row === undefined) return null;
    if (now - row.last_seen_at.getTime() > TOUCH_MS)
      await this.db.system(queries.touchSession, [idHash, new Date(now)]);
    const {
      workspace_id: workspaceId,
      workspace_name: workspaceName,
      user_id: userId,
      email,
      name,
      role,
    } = row;
    return { idHash, workspaceId, workspaceName, userId, email, name, role };
  }

  async end(id: string | undefined): Promise<void> {
    if (id !== undefined && isSessionId(id)) await this.db.system(queries.deleteSession, [hashOf(id)]);
  }
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

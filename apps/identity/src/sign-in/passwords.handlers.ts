import { Injectable } from '@nestjs/common';
import {
  emailKey,
  encodeId,
  invalidParameter,
  notFound,
  resetPassword,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { LoginThrottle } from './login-throttle.ts';
import { SessionEnds } from './session-ends.ts';
import { asUser, Sessions, type Session, type SessionOrigin } from './sessions.ts';
import { findAnywhere } from './sessions.queries.ts';
import { inWorkspaceOf, requireWorkspace } from '../workspaces/workspaces.queries.ts';
import { passwordError, type PasswordChange } from '../users/password.rules.ts';
import { generatePassword } from '../users/password.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import { deletePasswordResetOf } from './password-resets.queries.ts';
import * as queries from './passwords.queries.ts';

export type PasswordChangeResult =
  /** All sessions of the user have ended; this is the new one of the browser. */
  | { kind: 'changed'; sessionId: string }
  | { kind: 'wrong' }
  | { kind: 'unacceptable'; message: string }
  | { kind: 'too-many'; retryAfter: number };

/** Passwords of users, which the operator resets and users change. Either ends the sessions of the user. */
@Injectable()
export class Passwords {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly ends: SessionEnds,
    private readonly throttle: LoginThrottle,
    private readonly hasher: PasswordHasher,
  ) {}

  @Handles(resetPassword)
  async reset(ctx: Context, input: ParsedInput<typeof resetPassword>) {
    const { workspace, id } = await this.#find(ctx, input);
    const password = generatePassword();
    const hash = await this.hasher.hash(password);
    const { email } = await this.ends.committed(
      this.db.transaction(workspace, async (tx) => {
        const changed = await tx.one(queries.resetPasswordHash, [id, hash]);
        if (changed === undefined) throw notFound('user');
        return { ...changed, hashes: await this.#endSessions(tx, 'user.password_reset', id) };
      }),
    );
    return { id: encodeId('user', id), email, password };
  }

  /** Changes the password of a signed-in user, who has to know the current one: guesses count like sign-ins. */
  change(
    ctx: Context,
    session: Session,
    change: PasswordChange,
    from: SessionOrigin,
  ): Promise<PasswordChangeResult> {
    const { address } = from;
    const account = `password ${session.user_id}`;
    const origin = { address, trustedBrowser: null };
    return this.throttle.runInOrder(account, origin, async () => {
      const message = passwordError(change, session.email);
      if (message !== null) return { kind: 'unacceptable', message };
      const counted = await this.throttle.count(account, origin);
      if ('retryAfter' in counted) return { kind: 'too-many', ...counted };
      const workspace = asUser(ctx, session);
      const verify = async () => {
        const user = await this.db.read(workspace).one(queries.findPassword, [session.user_id]);
        return (await this.hasher.verify(user?.password_hash, change.current)) ? user : undefined;
      };
      const user = await verify().catch(async (error: unknown) => {
        await counted.cancel();
        throw error;
      });
      if (user === undefined) return { kind: 'wrong' };
      await counted.succeeded();
      const hash = await this.hasher.hash(change.password);
      const changing = this.db.transaction(workspace, async (tx) => {
        const values = [session.user_id, user.password_hash, hash];
        if ((await tx.one(queries.changePasswordHash, values)) === undefined)
          return { sessionId: null, hashes: [] };
        const hashes = await this.#endSessions(tx, 'user.password_changed', session.user_id, address);
        return { sessionId: await this.sessions.start(tx, session.user_id, from), hashes };
      });
      const { sessionId } = await this.ends.committed(changing);
      return sessionId === null ? { kind: 'wrong' } : { kind: 'changed', sessionId };
    });
  }

  async #endSessions(
    tx: Transaction<WorkspaceContext>,
    type: 'user.password_changed' | 'user.password_reset',
    id: string,
    address?: string,
  ): Promise<readonly string[]> {
    const { hashes } = await this.ends.all(tx, id);
    // Who has a link could set yet another password.
    await tx.query(deletePasswordResetOf, [id]);
    const details = { user_id: encodeId('user', id) };
    await recordAudit(tx, { type, details, ...(address === undefined ? {} : { address }) });
    return hashes;
  }

  async #find(ctx: Context, { id, email, workspace }: ParsedInput<typeof resetPassword>) {
    if ((id === undefined) === (email === undefined))
      throw invalidParameter('id', 'is required unless email is given, and only one of them');
    if (id !== undefined) {
      const uuid = uuidOf('user', id);
      return { workspace: await inWorkspaceOf(this.db, ctx, 'user', uuid), id: uuid };
    }
    const key = emailKey(email ?? '');
    if (workspace !== undefined) {
      const scoped = inWorkspace(ctx, workspace);
      const db = this.db.read(scoped);
      await requireWorkspace(db);
      const found = await db.one(queries.findIdByEmail, [key]);
      if (found === undefined) throw notFound('user');
      return { workspace: scoped, id: found.id };
    }
    const [found, another] = await this.db.system(findAnywhere, [key]);
    if (found === undefined) throw notFound('user');
    if (another !== undefined)
      throw invalidParameter('workspace', 'is required, because several workspaces have this email');
    return { workspace: inWorkspace(ctx, encodeId('workspace', found.workspace_id)), id: found.user_id };
  }
}

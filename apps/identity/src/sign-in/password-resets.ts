import { Injectable } from '@nestjs/common';
import { encodeId, invalidParameter, notFound } from '@parley/contracts';
import type { Context, WorkspaceContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { newLinkToken } from '../links/link-token.ts';
import { OneTimeLinks, type LinkRefusal } from '../links/one-time-links.ts';
import { sha256 } from '../sha256.ts';
import { SessionEnds } from './session-ends.ts';
import { asUser } from './sessions.ts';
import { assertActiveAdmin } from '../users/acting-admin.ts';
import { newPasswordError, type NewPassword } from '../users/password.rules.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import * as queries from './password-resets.queries.ts';
import { resetPasswordHash } from './passwords.queries.ts';
import { findUserForUpdate, lockUsers } from '../users/users.queries.ts';

export const PASSWORD_RESETS_PATH = '/password-resets';
const LIFETIME_MS = 86_400_000;

export interface OpenReset {
  kind: 'open';
  reset: queries.OpenedResetRow;
}

export type ResetResult =
  | LinkRefusal
  /** All sessions of the user have ended. */
  | { kind: 'changed' }
  | { kind: 'unacceptable'; message: string; reset: queries.OpenedResetRow };

/** Links by which users choose a new password. Admins make them. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly db: Database,
    private readonly ends: SessionEnds,
    private readonly links: OneTimeLinks,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Makes a link, in place of an earlier one. Throws `invalid_parameter` for an inactive user, and for oneself: a session may be stolen. */
  create(ctx: WorkspaceContext, adminUuid: string, userUuid: string) {
    if (adminUuid === userUuid)
      throw invalidParameter('user_id', 'is yourself: change your own password in your profile');
    const token = newLinkToken();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    return this.db.transaction(ctx, async (tx) => {
      // An admin who is deactivated at this moment must not leave a link behind.
      const locked = await tx.query(lockUsers, [[adminUuid, userUuid]]);
      const admin = locked.find(({ id }) => id === adminUuid);
      assertActiveAdmin(admin);
      const user = locked.find(({ id }) => id === userUuid);
      if (user === undefined) throw notFound('user');
      if (user.status !== 'active')
        throw invalidParameter('user_id', 'is an inactive user: activate them first');
      const values = [userUuid, sha256(token), adminUuid, now, expiresAt];
      await tx.query(queries.putPasswordReset, values);
      const details = { user_id: encodeId('user', userUuid) };
      await recordAudit(tx, { type: 'user.password_reset_link_created', details });
      return { url: this.links.urlOf(PASSWORD_RESETS_PATH, token), expires_at: expiresAt.toISOString() };
    });
  }

  open(token: string, address: string): Promise<OpenReset | LinkRefusal> {
    return this.links.open({ kind: 'password reset', token, address }, () => this.#find(token));
  }

  use(ctx: Context, token: string, chosen: NewPassword, address: string): Promise<ResetResult> {
    return this.links.open<ResetResult>({ kind: 'password reset', token, address }, async () => {
      const reset = (await this.#find(token))?.reset;
      if (reset === undefined) return null;
      const message = newPasswordError(chosen, reset.email);
      if (message !== null) return { kind: 'unacceptable', message, reset };
      const hash = await this.hasher.hash(chosen.password);
      const { isChanged } = await this.#change(asUser(ctx, reset), reset.user_id, { token, hash, address });
      return isChanged ? { kind: 'changed' } : null;
    });
  }

  /** Sets the password and ends the sessions of the user, unless the link has ended since it was found. */
  #change(
    ctx: WorkspaceContext,
    userUuid: string,
    { token, hash, address }: { token: string; hash: string; address: string },
  ): Promise<{ isChanged: boolean; hashes: readonly string[] }> {
    const changing = this.db.transaction(ctx, async (tx) => {
      // The user before the link, as a deactivation locks them.
      const user = await tx.one(findUserForUpdate, [userUuid]);
      const taken = await tx.one(queries.takePasswordReset, [sha256(token), new Date()]);
      if (user?.status !== 'active' || taken === undefined) return { isChanged: false, hashes: [] };
      await tx.one(resetPasswordHash, [userUuid, hash]);
      const { hashes } = await this.ends.all(tx, userUuid);
      const details = { user_id: encodeId('user', userUuid) };
      await recordAudit(tx, { type: 'user.password_reset', address, details });
      return { isChanged: true, hashes };
    });
    return this.ends.committed(changing);
  }

  async #find(token: string): Promise<OpenReset | null> {
    const [reset] = await this.db.system(queries.findPasswordReset, [sha256(token), new Date()]);
    return reset === undefined ? null : { kind: 'open', reset };
  }
}

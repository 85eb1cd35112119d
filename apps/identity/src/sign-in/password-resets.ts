import { Injectable } from '@nestjs/common';
import { encodeId, invalidParameter, notFound, userUpdated } from '@parley/contracts';
import type { Context, WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { OneTimeLinks, type LinkRefusal } from '../links/one-time-links.ts';
import { sha256 } from '../sha256.ts';
import { PasswordLinks } from './password-links.ts';
import { SessionEnds } from './session-ends.ts';
import { asUser } from './sessions.ts';
import { assertActiveAdmin } from '../users/acting-admin.ts';
import { newPasswordError, type NewPassword } from '../users/password.rules.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import * as queries from './password-resets.queries.ts';
import { resetPasswordHash } from './passwords.queries.ts';
import { UserRow } from '../users/user.entity.ts';
import { toUser } from '../users/user.serializer.ts';
import { findUserForUpdate, lockUsers, type UserProfileRow } from '../users/users.queries.ts';

export interface OpenReset {
  kind: 'open';
  reset: queries.OpenedResetRow;
}

/** A mailed link is that of all accounts of its address: one of them is to be chosen. */
export interface SeveralResets {
  kind: 'choose';
  resets: readonly queries.OpenedResetRow[];
}

/** A link, and the uuid of the workspace if the person has chosen one. */
export interface ChosenReset {
  token: string;
  workspaceId: string | null;
}

export type ResetResult =
  | LinkRefusal
  | SeveralResets
  /** All sessions of the user have ended. */
  | { kind: 'changed'; isInvited: boolean; workspaceId: string }
  | { kind: 'unacceptable'; message: string; reset: queries.OpenedResetRow };

/** Links by which users choose a password. Admins make them, or users have them mailed; those of an invitation make its user active. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly db: Database,
    private readonly ends: SessionEnds,
    private readonly links: OneTimeLinks,
    private readonly newLinks: PasswordLinks,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Makes a link, in place of an earlier one. Throws `invalid_parameter` for an inactive user, and for oneself: a session may be stolen. */
  create(ctx: WorkspaceContext, adminUuid: string, userUuid: string) {
    if (adminUuid === userUuid)
      throw invalidParameter('user_id', 'is yourself: change your own password in your profile');
    return this.db.transaction(ctx, async (tx) => {
      // An admin who is deactivated at this moment must not leave a link behind.
      const locked = await tx.query(lockUsers, [[adminUuid, userUuid]]);
      const admin = locked.find(({ id }) => id === adminUuid);
      assertActiveAdmin(admin);
      const user = locked.find(({ id }) => id === userUuid);
      if (user === undefined) throw notFound('user');
      if (user.status === 'inactive')
        throw invalidParameter(
          'user_id',
          'is an inactive user: activate them first, or invite them again if they never chose a password',
        );
      const purpose = user.status === 'invited' ? 'invitation' : 'reset';
      const made = { user: userUuid, by: adminUuid, credential: null, for: purpose } as const;
      const link = await this.newLinks.create(tx, made);
      const details = { user_id: encodeId('user', userUuid) };
      await recordAudit(tx, { type: 'user.password_reset_link_created', details });
      return link;
    });
  }

  open(link: ChosenReset, address: string): Promise<OpenReset | SeveralResets | LinkRefusal> {
    const { token } = link;
    return this.links.open({ kind: 'password reset', token, address }, () => this.#find(link));
  }

  use(ctx: Context, link: ChosenReset, chosen: NewPassword, address: string): Promise<ResetResult> {
    const { token } = link;
    return this.links.open<ResetResult>({ kind: 'password reset', token, address }, async () => {
      const found = await this.#find(link);
      if (found?.kind !== 'open') return found;
      const { reset } = found;
      const message = newPasswordError(chosen, reset.email);
      if (message !== null) return { kind: 'unacceptable', message, reset };
      const hash = await this.hasher.hash(chosen.password);
      const { isChanged } = await this.#change(asUser(ctx, reset), reset.user_id, { token, hash, address });
      const { status, workspace_id: workspaceId } = reset;
      return isChanged ? { kind: 'changed', isInvited: status === 'invited', workspaceId } : null;
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
      const taken = await tx.one(queries.takePasswordReset, [sha256(token), userUuid, new Date()]);
      if (user === undefined || user.status === 'inactive' || taken === undefined)
        return { isChanged: false, hashes: [] };
      await tx.one(resetPasswordHash, [userUuid, hash]);
      // Who has another link could set yet another password.
      await tx.query(queries.deletePasswordResetOf, [userUuid]);
      const { hashes } = await this.ends.all(tx, userUuid);
      const details = { user_id: encodeId('user', userUuid) };
      await recordAudit(tx, { type: 'user.password_reset', address, details });
      if (user.status === 'invited') await this.#activate(tx, user);
      return { isChanged: true, hashes };
    });
    return this.ends.committed(changing);
  }

  async #activate(tx: Transaction<WorkspaceContext>, invited: UserProfileRow): Promise<void> {
    const user = toUser(await tx.update(UserRow, invited, { status: 'active' }));
    tx.emit(userUpdated, user, { status: 'invited' });
    await recordAudit(tx, { type: 'user.activated', details: { user_id: user.id } });
  }

  async #find({ token, workspaceId }: ChosenReset): Promise<OpenReset | SeveralResets | null> {
    const resets = await this.db.system(queries.findPasswordReset, [sha256(token), new Date()]);
    if (workspaceId === null && resets.length > 1) return { kind: 'choose', resets };
    // The only one that is left need not be the one that was chosen.
    const reset = resets.find(({ workspace_id: id }) => workspaceId === null || id === workspaceId);
    return reset === undefined ? null : { kind: 'open', reset };
  }
}

import { Injectable } from '@nestjs/common';
import { ApiError, asSeen, emailKey, encodeId, nameText, notFound, type Role } from '@parley/contracts';
import type { Invitation } from '@parley/contracts/console';
import type { Context, WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, duplicateValue } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { newLinkToken } from '../links/link-token.ts';
import { OneTimeLinks, type LinkRefusal } from '../links/one-time-links.ts';
import { sha256 } from '../sha256.ts';
import { asUser, Sessions, type SessionOrigin } from '../sign-in/sessions.ts';
import { TrustedBrowsers } from '../sign-in/trusted-browsers.ts';
import { assertActiveAdmin, lockActingAdmin } from '../users/acting-admin.ts';
import { newPasswordError, type NewPassword } from '../users/password.rules.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import { findIdByEmail } from '../sign-in/passwords.queries.ts';
import { Users } from '../users/users.handlers.ts';
import { lockUsers } from '../users/users.queries.ts';
import { keepWorkspace } from '../workspaces/workspaces.queries.ts';
import { recordRevoked } from './invitation-ends.ts';
import { InvitationRow } from './invitation.entity.ts';
import * as queries from './invitations.queries.ts';
import type { ListedInvitationRow } from './invitations.queries.ts';

export const INVITATIONS_PATH = '/invitations';
const LIFETIME_MS = 7 * 86_400_000;

export interface OpenInvitation {
  kind: 'open';
  invitation: queries.OpenedInvitationRow;
}

export interface Acceptance extends NewPassword {
  name: string;
}

export type AcceptResult =
  | LinkRefusal
  | { kind: 'accepted'; sessionId: string; trustCookie: string }
  | {
      kind: 'unacceptable';
      field: 'name' | 'password';
      message: string;
      invitation: queries.OpenedInvitationRow;
    }
  /** Somebody has created a user with this address in the meantime. */
  | { kind: 'taken'; invitation: queries.OpenedInvitationRow };

const NAME_MAX = 255;
const Name = nameText(NAME_MAX);

/** Invitations by a link that works once. Admins make them; the person who opens the link becomes a user. */
@Injectable()
export class Invitations {
  constructor(
    private readonly db: Database,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly browsers: TrustedBrowsers,
    private readonly links: OneTimeLinks,
    private readonly hasher: PasswordHasher,
  ) {}

  async list(ctx: WorkspaceContext): Promise<Invitation[]> {
    const rows = await this.db.read(ctx).query(queries.listOpenInvitations, [new Date()]);
    return rows.map(toInvitation);
  }

  /** Invites a person, in place of an earlier invitation of the address. Throws `duplicate_value` and `too_many_items`. */
  create(ctx: WorkspaceContext, inviterUuid: string, { email, role }: { email: string; role: Role }) {
    const token = newLinkToken();
    const now = new Date();
    return this.db.transaction(ctx, async (tx) => {
      // An admin who is deactivated at this moment must not leave a link behind.
      const [inviter] = await tx.query(lockUsers, [[inviterUuid]]);
      assertActiveAdmin(inviter);
      if ((await tx.one(findIdByEmail, [emailKey(email)])) !== undefined) throw duplicateValue('email');
      for (const { is_open: isOpen, ...replaced } of await tx.query(queries.deleteInvitationOfEmail, [
        emailKey(email),
        now,
      ]))
        if (isOpen) await recordRevoked(tx, replaced, 'replaced');
      if (((await tx.one(queries.countOpenInvitations, [now]))?.count ?? 0) >= queries.INVITATIONS_MAX)
        throw new ApiError('too_many_items', {
          message: `The workspace has ${queries.INVITATIONS_MAX} open invitations, which is the maximum. Revoke one first.`,
        });
      const row = await tx.insert(
        InvitationRow,
        {
          id: newUuid(),
          token_hash: sha256(token),
          email,
          email_key: emailKey(email),
          role,
          invited_by: inviterUuid,
          created_at: now,
          expires_at: new Date(now.getTime() + LIFETIME_MS),
        },
        'email',
      );
      const details = { invitation_id: encodeId('invitation', row.id), email, role };
      await recordAudit(tx, { type: 'invitation.created', details });
      return {
        ...toInvitation({ ...row, inviter_name: inviter.name }),
        url: this.links.urlOf(INVITATIONS_PATH, token),
      };
    });
  }

  /** Throws `not_found` for an invitation that is not open any more. */
  revoke(ctx: WorkspaceContext, uuid: string): Promise<void> {
    return this.db.transaction(ctx, async (tx) => {
      await lockActingAdmin(tx);
      const revoked = await tx.one(queries.deleteInvitation, [uuid, new Date()]);
      if (revoked === undefined) throw notFound('invitation');
      await recordRevoked(tx, revoked, 'revoked');
    });
  }

  open(token: string, address: string): Promise<OpenInvitation | LinkRefusal> {
    return this.links.open({ kind: 'invitation', token, address }, () => this.#find(token));
  }

  /** Makes a user of the person who has opened the link, and signs them in. */
  accept(
    ctx: Context,
    token: string,
    acceptance: Acceptance,
    origin: SessionOrigin & { trustCookie: string | undefined },
  ): Promise<AcceptResult> {
    const { address } = origin;
    return this.links.open<AcceptResult>({ kind: 'invitation', token, address }, async () => {
      const invitation = (await this.#find(token))?.invitation;
      if (invitation === undefined) return null;
      const entered = acceptance.name.trim();
      const error = nameError(entered);
      if (error !== null) return { kind: 'unacceptable', field: 'name', message: error, invitation };
      const message = newPasswordError(acceptance, invitation.email);
      if (message !== null) return { kind: 'unacceptable', field: 'password', message, invitation };
      const hash = await this.hasher.hash(acceptance.password);
      try {
        const joining = { ...invitation, name: asSeen(entered) };
        const sessionId = await this.#join(ctx, token, joining, hash, origin);
        if (sessionId === null) return null;
        const key = emailKey(invitation.email);
        const trustCookie = this.browsers.add(origin.trustCookie, key, invitation.workspace_id);
        return { kind: 'accepted', sessionId, trustCookie };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'duplicate_value')
          return { kind: 'taken', invitation };
        throw error;
      }
    });
  }

  /** Adds the user and starts a session; `null` if the invitation has ended since it was found. */
  #join(
    ctx: Context,
    token: string,
    { workspace_id, name }: queries.OpenedInvitationRow & { name: string },
    passwordHash: string,
    origin: SessionOrigin,
  ): Promise<string | null> {
    // The new user is who accepts.
    const userId = newUuid();
    const workspace = { ...asUser(ctx, { workspace_id, user_id: userId }), recordId: userId };
    return this.db.transaction(workspace, async (tx) => {
      // Before the invitation, as a deletion locks first the workspace.
      if ((await tx.one(keepWorkspace)) === undefined) return null;
      const taken = await tx.one(queries.takeInvitation, [sha256(token), new Date()]);
      if (taken === undefined) return null;
      const { id, email, role } = taken;
      const user = await this.users.add(tx, { email, name, role, status: 'active' }, passwordHash);
      const details = { invitation_id: encodeId('invitation', id), user_id: user.id, role };
      await recordAudit(tx, { type: 'invitation.accepted', address: origin.address, details });
      return this.sessions.start(tx, userId, origin);
    });
  }

  async #find(token: string): Promise<OpenInvitation | null> {
    const [invitation] = await this.db.system(queries.findInvitation, [sha256(token), new Date()]);
    return invitation === undefined ? null : { kind: 'open', invitation };
  }
}

function nameError(name: string): string | null {
  if (asSeen(name) === '') return 'Enter your name.';
  if (name.length > NAME_MAX) return `Enter a name of at most ${NAME_MAX} characters.`;
  return Name.safeParse(name).success ? null : 'The name contains characters that cannot be stored.';
}

function toInvitation(row: ListedInvitationRow): Invitation {
  return {
    id: encodeId('invitation', row.id),
    email: row.email,
    role: row.role,
    invited_by: { id: encodeId('user', row.invited_by), name: row.inviter_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

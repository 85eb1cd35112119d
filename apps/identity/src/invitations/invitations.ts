import { Injectable } from '@nestjs/common';
import { ApiError, emailKey, encodeId, notFound, type Role } from '@parley/contracts';
import type { Invitation } from '@parley/contracts/console';
import type { WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, duplicateValue } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { newLinkToken } from '../links/link-token.ts';
import { OneTimeLinks } from '../links/one-time-links.ts';
import { NoticeRequests } from '../notices/notice-requests.ts';
import { sha256 } from '../sha256.ts';
import { findIdByEmail } from '../sign-in/passwords.queries.ts';
import { assertActiveAdmin, lockActingAdmin } from '../users/acting-admin.ts';
import { lockUsers } from '../users/users.queries.ts';
import { recordRevoked } from './invitation-ends.ts';
import { InvitationRow } from './invitation.entity.ts';
import * as queries from './invitations.queries.ts';
import type { ListedInvitationRow } from './invitations.queries.ts';

export const INVITATIONS_PATH = '/invitations';
const LIFETIME_MS = 7 * 86_400_000;

/** Invitations by a link that works once. Admins make them; {@link Acceptances} has what follows. */
@Injectable()
export class Invitations {
  constructor(
    private readonly db: Database,
    private readonly links: OneTimeLinks,
    private readonly notices: NoticeRequests,
  ) {}

  async list(ctx: WorkspaceContext): Promise<Invitation[]> {
    const rows = await this.db.read(ctx).query(queries.listOpenInvitations, [new Date()]);
    return rows.map(toInvitation);
  }

  /** Invites a person, and mails the link where mails are sent, in place of an earlier invitation of the address. Throws `duplicate_value` and `too_many_items`. */
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
      const url = this.links.urlOf(INVITATIONS_PATH, token);
      const mailed = await this.notices.invitation(tx, { email, link: url }, row.expires_at);
      return { ...toInvitation({ ...row, inviter_name: inviter.name }), url, mailed };
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

import { Injectable } from '@nestjs/common';
import { addUser, emailKey, notFound, uuidOf, type ParsedInput, type Principal } from '@parley/contracts';
import { assertLive, inWorkspace, type TenantContext, type WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { credentialUuid } from '../credential-ids.ts';
import { NoticeRequests } from '../notices/notice-requests.ts';
import { PasswordLinks } from '../sign-in/password-links.ts';
import { actingUser, assertStillAdmin } from '../users/acting-admin.ts';
import { Users } from '../users/users.handlers.ts';
import { findInvitedByEmail } from '../users/users.queries.ts';
import { keepWorkspace } from '../workspaces/workspaces.queries.ts';

/** Invitations by the API: the user is there at once, and becomes active by choosing a password on a link. */
@Injectable()
export class UserInvitations {
  constructor(
    private readonly db: Database,
    private readonly users: Users,
    private readonly links: PasswordLinks,
    private readonly notices: NoticeRequests,
  ) {}

  /** The link is mailed where mails are sent, and returned once, in an answer that may be replayed by its `Idempotency-Key` only. */
  @Handles(addUser)
  async invite(ctx: TenantContext, { body }: ParsedInput<typeof addUser>) {
    assertLive(ctx);
    // What the transaction returns is what a repeat of the request gets.
    const invite = async (tx: Transaction<WorkspaceContext>) => {
      // Before the credential, as a deletion of the workspace locks first the workspace.
      if ((await tx.one(keepWorkspace)) === undefined) throw notFound('workspace');
      await assertStillAdmin(tx, ctx);
      const invited = await tx.one(findInvitedByEmail, [emailKey(body.email)]);
      const user =
        invited === undefined
          ? await this.users.add(tx, { ...body, status: 'invited' }, null)
          : await this.users.changeLocked(tx, invited, { ...body, status: 'invited' });
      const principal = ctx.principal as Principal;
      const invitation = await this.links.create(tx, {
        user: uuidOf('user', user.id),
        by: actingUser(principal),
        credential: principal.type === 'session' ? null : credentialUuid(principal),
        for: 'invitation',
      });
      const expiresAt = new Date(invitation.expires_at);
      const request = { email: user.email, link: invitation.url };
      const mailed = await this.notices.invitation(tx, request, expiresAt);
      return { ...user, status: 'invited' as const, invitation: { ...invitation, mailed } };
    };
    return this.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), invite, ctx);
  }
}

import { Injectable } from '@nestjs/common';
import { uuidOf } from '@parley/contracts';
import {
  createInvitation,
  createPasswordReset,
  listInvitations,
  revokeInvitation,
  updateMember,
  type ConsoleResult,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { Invitations } from '../invitations/invitations.ts';
import { PasswordResets } from './password-resets.ts';
import { Users } from './users.handlers.ts';
import { asTenant } from '../console/as-tenant.ts';
import { HandlesConsole, type ConsoleCall } from '../console/handles-console.ts';

/** The members of the workspace and those who are invited, for admins. */
@Injectable()
export class MembersConsole {
  constructor(
    private readonly users: Users,
    private readonly invitations: Invitations,
    private readonly resets: PasswordResets,
  ) {}

  @HandlesConsole(listInvitations)
  invited({ ctx }: ConsoleCall): Promise<ConsoleResult<typeof listInvitations>> {
    return this.invitations.list(ctx);
  }

  @HandlesConsole(createInvitation)
  invite(
    { ctx, session }: ConsoleCall,
    { body }: ParsedConsoleInput<typeof createInvitation>,
  ): Promise<ConsoleResult<typeof createInvitation>> {
    return this.invitations.create(ctx, session.user_id, body);
  }

  @HandlesConsole(revokeInvitation)
  revoke({ ctx }: ConsoleCall, { params }: ParsedConsoleInput<typeof revokeInvitation>): Promise<void> {
    return this.invitations.revoke(ctx, uuidOf('invitation', params.invitation_id));
  }

  @HandlesConsole(updateMember)
  update(
    call: ConsoleCall,
    { params, body }: ParsedConsoleInput<typeof updateMember>,
  ): Promise<ConsoleResult<typeof updateMember>> {
    return this.users.update(asTenant(call), { params, body });
  }

  @HandlesConsole(createPasswordReset)
  resetPassword(
    { ctx, session }: ConsoleCall,
    { params }: ParsedConsoleInput<typeof createPasswordReset>,
  ): Promise<ConsoleResult<typeof createPasswordReset>> {
    return this.resets.create(ctx, session.user_id, uuidOf('user', params.user_id));
  }
}

import { Injectable } from '@nestjs/common';
import { uuidOf } from '@parley/contracts';
import {
  createInvitation,
  createPasswordReset,
  listInvitations,
  revokeInvitation,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { Invitations } from '../invitations/invitations.ts';
import { PasswordResets } from '../sign-in/password-resets.ts';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';

@Injectable()
export class MembersConsole {
  constructor(
    private readonly invitations: Invitations,
    private readonly resets: PasswordResets,
  ) {}

  @HandlesConsole(listInvitations)
  invited({ ctx }: ConsoleCall) {
    return this.invitations.list(ctx);
  }

  @HandlesConsole(createInvitation)
  invite({ ctx, session }: ConsoleCall, { body }: ParsedConsoleInput<typeof createInvitation>) {
    return this.invitations.create(ctx, session.user_id, body);
  }

  @HandlesConsole(revokeInvitation)
  revoke({ ctx }: ConsoleCall, { params }: ParsedConsoleInput<typeof revokeInvitation>) {
    return this.invitations.revoke(ctx, uuidOf('invitation', params.invitation_id));
  }

  @HandlesConsole(createPasswordReset)
  resetPassword({ ctx, session }: ConsoleCall, { params }: ParsedConsoleInput<typeof createPasswordReset>) {
    return this.resets.create(ctx, session.user_id, uuidOf('user', params.user_id));
  }
}

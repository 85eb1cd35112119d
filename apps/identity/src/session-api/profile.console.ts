import { Injectable } from '@nestjs/common';
import { ApiError, encodeId, invalidParameter, notFound } from '@parley/contracts';
import {
  changePassword,
  getProfile,
  updateProfile,
  type ParsedConsoleInput,
} from '@parley/contracts/console';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';
import { BrowserSession } from '../web/browser-session.ts';
import { Passwords } from '../sign-in/passwords.handlers.ts';
import { Users } from '../users/users.handlers.ts';

@Injectable()
export class ProfileConsole {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly browser: BrowserSession,
  ) {}

  @HandlesConsole(getProfile)
  async get({ ctx, session }: ConsoleCall) {
    const userId = encodeId('user', session.user_id);
    const user = await this.users.lookUp(ctx, { workspaceId: ctx.tenant.workspaceId, userId });
    if (user === null) throw notFound('user');
    return user;
  }

  @HandlesConsole(updateProfile)
  update({ ctx, session }: ConsoleCall, { body }: ParsedConsoleInput<typeof updateProfile>) {
    return this.users.updateProfile(ctx, session.user_id, body);
  }

  @HandlesConsole(changePassword)
  async changePassword(
    { ctx, session, from, reply }: ConsoleCall,
    { body }: ParsedConsoleInput<typeof changePassword>,
  ) {
    const { current_password: current, new_password: password } = body;
    const change = { current, password, repeated: password };
    const result = await this.passwords.change(ctx, session, change, from);
    switch (result.kind) {
      case 'changed':
        return { csrf_token: this.browser.renew(reply, result.sessionId) };
      case 'wrong':
        throw invalidParameter('current_password', 'is wrong');
      case 'unacceptable':
        throw invalidParameter('new_password', result.message);
      case 'too-many':
        throw new ApiError('rate_limit_exceeded', {
          retryAfter: result.retryAfter,
          message: 'Too many tries. Wait, and try again.',
        });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { emailKey } from '@parley/contracts';
import { newLinkToken } from '../links/link-token.ts';
import { NoticeRequests } from '../notices/notice-requests.ts';
import { LoginThrottle, type Throttled } from './login-throttle.ts';

const LIFETIME_MS = 3_600_000;
/** A longer text is no address. */
const EMAIL_MAX = 320;

interface ForgottenPassword {
  /** As it was entered. */
  email: string;
  /** Uuid of the workspace of the app or of the link; `null` for all accounts of the address. */
  workspaceId: string | null;
  /** The network address that asks. */
  address: string;
}

/** Takes the wish for a link from anybody, and tells nobody whether there is an account. */
@Injectable()
export class PasswordResetRequests {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly requests: NoticeRequests,
  ) {}

  /** Counts as a failed sign-in for the address, and does the same for each e-mail address: its accounts are looked for later. */
  add({ email, workspaceId, address }: ForgottenPassword): Promise<{ kind: 'taken' } | Throttled> {
    const key = emailKey(email).slice(0, EMAIL_MAX + 1);
    const account = `forgotten password ${workspaceId ?? ''} ${key}`;
    const origin = { address, trustedBrowser: null };
    return this.throttle.runInOrder(account, origin, async () => {
      const counted = await this.throttle.count(account, origin);
      if ('retryAfter' in counted) return counted;
      const request = { email: key, workspace: workspaceId, token: newLinkToken(), address };
      try {
        await this.requests.reset(request, new Date(Date.now() + LIFETIME_MS));
      } catch (error) {
        await counted.cancel();
        throw error;
      }
      return { kind: 'taken' };
    });
  }
}

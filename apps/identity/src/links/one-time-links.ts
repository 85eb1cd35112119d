import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../identity.config.ts';
import { LoginThrottle } from '../sign-in/login-throttle.ts';
import { isLinkToken } from './link-token.ts';

export type LinkRefusal =
  /** Unknown, used, revoked or expired: the same, so that none can be told apart. */
  { kind: 'gone' } | { kind: 'too-many'; retryAfter: number };

export interface OpenedLink {
  kind: 'invitation' | 'password reset';
  /** The end of its path, whatever it is. */
  token: string;
  address: string;
}

/** Limits the guessing of one-time links like that of passwords: each token counts as an account, so none blocks another. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly config: IdentityConfig,
  ) {}

  urlOf(path: string, token: string): string {
    return `${this.config.AUTH_URL}${path}/${token}`;
  }

  /** Runs the work of a link, one after the other for each token; `work` resolves with `null` if the link does not work. */
  open<T>(link: OpenedLink, work: () => Promise<T | null>): Promise<T | LinkRefusal> {
    const { kind, token, address } = link;
    const account = `${kind} ${token}`;
    const origin = { address, trustedBrowser: null };
    return this.throttle.runInOrder(account, origin, async () => {
      const counted = await this.throttle.count(account, origin);
      if ('retryAfter' in counted) return { kind: 'too-many', ...counted };
      const result = await (isLinkToken(token) ? work() : Promise.resolve(null)).catch(
        async (error: unknown) => {
          await counted.cancel();
          throw error;
        },
      );
      if (result === null) return { kind: 'gone' };
      await counted.succeeded();
      return result;
    });
  }
}

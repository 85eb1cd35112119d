import { Inject, Injectable } from '@nestjs/common';
import { decodeId, emailKey, encodeId } from '@parley/contracts';
import { inWorkspace, LOGGER, type Context, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { lockPassword } from '../users/passwords.queries.ts';
import { verifyPassword } from '../users/password.ts';
import { LoginThrottle, type SignInOrigin } from './login-throttle.ts';
import { asUser, Sessions } from './sessions.ts';
import * as queries from './sessions.queries.ts';
import { TrustedBrowsers } from './trusted-browsers.ts';

export interface SignInRequest {
  email: string;
  password: string;
  /** Uuid of the workspace of the app or as the user entered it; `null` to find it by the e-mail address. */
  workspaceId: string | null;
  address: string;
  /** The cookie of a browser in which somebody has signed in before. */
  trustCookie: string | undefined;
}

export type SignInResult =
  | { kind: 'signed-in'; sessionId: string; trustCookie: string }
  /** An unknown address, a wrong password or an inactive user: the same result, so that none can be told apart. */
  | { kind: 'wrong' }
  | { kind: 'too-many'; retryAfter: number };

/** Signs users in by e-mail address and password. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(LoginThrottle) private readonly throttle: LoginThrottle,
    @Inject(TrustedBrowsers) private readonly browsers: TrustedBrowsers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `service_unavailable` when too many passwords are waiting for verification. */
  signIn(ctx: Context, request: SignInRequest): Promise<SignInResult> {
    const { workspaceId, address, trustCookie } = request;
    const email = emailKey(request.email);
    const account = `${workspaceId ?? ''} ${email}`;
    const origin = { address, trustedBrowser: this.browsers.find(trustCookie, email, workspaceId) };
    return this.throttle.runInOrder(account, origin, () => this.#attempt(ctx, account, origin, request));
  }

  async #attempt(
    ctx: Context,
    account: string,
    origin: SignInOrigin,
    request: SignInRequest,
  ): Promise<SignInResult> {
    const { email, password, workspaceId, address } = request;
    const counted = await this.throttle.count(account, origin);
    if ('retryAfter' in counted) return { kind: 'too-many', ...counted };
    const verify = async () => {
      const user = await this.#find(ctx, emailKey(email), workspaceId);
      return { user, matches: await verifyPassword(user?.password_hash, password) };
    };
    const { user, matches } = await verify().catch(async (error: unknown) => {
      await counted.cancel();
      throw error;
    });
    if (user === undefined) return { kind: 'wrong' };
    const workspace = asUser(ctx, user);
    if (!matches) {
      // Not awaited: the response must not take longer than for an account that does not exist.
      this.db
        .transaction(workspace, async (tx) => {
          await recordAudit(tx, { type: 'login.failed', address });
          if (counted.blocks) await recordAudit(tx, { type: 'login.locked_out', address });
        })
        .catch((error: unknown) =>
          this.logger.warn(
            { event: 'audit.record.failed', err: error },
            'Cannot record a failed sign-in in the audit log',
          ),
        );
      return { kind: 'wrong' };
    }
    await counted.succeeded();
    const sessionId = await this.db.transaction(workspace, async (tx) => {
      // A password that was changed while it was verified must not start a session that the change has ended.
      if ((await tx.one(lockPassword, [user.user_id, user.password_hash])) === undefined) return null;
      await recordAudit(tx, { type: 'login.succeeded', address });
      return this.sessions.start(tx, user.user_id);
    });
    if (sessionId === null) return { kind: 'wrong' };
    const trustCookie = this.browsers.add(request.trustCookie, emailKey(email), user.workspace_id);
    return { kind: 'signed-in', sessionId, trustCookie };
  }

  async #find(
    ctx: Context,
    key: string,
    workspaceId: string | null,
  ): Promise<queries.CandidateRow | undefined> {
    // No address: PostgreSQL rejects texts with NUL.
    if (key.includes('\0') || key.length > 320) return undefined;
    if (workspaceId === null) {
      const found = await this.db.system(queries.findAnywhere, [key]);
      return found.length === 1 ? found[0] : undefined;
    }
    return this.db
      .read(inWorkspace(ctx, encodeId('workspace', workspaceId)))
      .one(queries.findInWorkspace, [key]);
  }
}

/** The uuid of the workspace ID that a user entered: `null` for an empty field, `undefined` for an invalid ID. */
export function parseWorkspaceId(text: string): string | null | undefined {
  const name = text.trim();
  return name === '' ? null : (decodeId('workspace', name) ?? undefined);
}

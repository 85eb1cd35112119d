import { Inject, Injectable } from '@nestjs/common';
import { decodeId, emailKey, encodeId } from '@parley/contracts';
import { inWorkspace, LOGGER, type Context, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { verifyPassword } from '../users/password.ts';
import { LoginThrottle } from './login-throttle.ts';
import { asUser, Sessions } from './sessions.ts';
import * as queries from './sessions.queries.ts';

export interface SignInRequest {
  email: string;
  password: string;
  /** Uuid of the workspace of the app or as the user entered it; `null` to find it by the e-mail address. */
  workspaceId: string | null;
  address: string;
}

export type SignInResult =
  | { kind: 'signed-in'; sessionId: string }
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
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `service_unavailable` when too many passwords are waiting for verification. */
  signIn(ctx: Context, request: SignInRequest): Promise<SignInResult> {
    const account = `${request.workspaceId ?? ''} ${emailKey(request.email)}`;
    return this.throttle.runInOrder(account, request.address, () => this.#attempt(ctx, account, request));
  }

  async #attempt(ctx: Context, account: string, request: SignInRequest): Promise<SignInResult> {
    const { email, password, workspaceId, address } = request;
    const counted = await this.throttle.count(account, address);
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
        .transaction(workspace, (tx) => recordAudit(tx, { type: 'login.failed', address }))
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
      await recordAudit(tx, { type: 'login.succeeded', address });
      return this.sessions.start(tx, user.user_id);
    });
    return { kind: 'signed-in', sessionId };
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

import { Inject, Injectable } from '@nestjs/common';
import { decodeId, emailKey, encodeId } from '@parley/contracts';
import { inWorkspace, LOGGER, type Context, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Audit } from '../audit/audit.ts';
import { verifyPassword } from '../users/password.ts';
import { Attempts } from './attempts.ts';
import { Sessions } from './sessions.ts';
import * as queries from './sessions.queries.ts';

export interface Credentials {
  email: string;
  password: string;
  /** Uuid of the workspace: of the app that asks, or as the user names it; `null` when it is left to us. */
  workspaceId: string | null;
  address: string;
}

export type SignInResult =
  | { kind: 'signed-in'; sessionId: string }
  /** Nobody learns which it was: an unknown address, a wrong password, a user who is not active. */
  | { kind: 'wrong' }
  | { kind: 'too-many'; retryAfter: number };

/** Signs users in by e-mail address and password. */
@Injectable()
export class SignIn {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Attempts) private readonly attempts: Attempts,
    @Inject(Audit) private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `service_unavailable` when too many passwords are being looked at. */
  signIn(ctx: Context, credentials: Credentials): Promise<SignInResult> {
    const account = `${credentials.workspaceId ?? ''} ${emailKey(credentials.email)}`;
    return this.attempts.inTurn(account, credentials.address, () => this.#try(ctx, account, credentials));
  }

  async #try(ctx: Context, account: string, credentials: Credentials): Promise<SignInResult> {
    const { email, password, workspaceId, address } = credentials;
    const attempt = await this.attempts.begin(account, address);
    if ('retryAfter' in attempt) return { kind: 'too-many', ...attempt };
    const judge = async () => {
      const user = await this.#find(ctx, emailKey(email), workspaceId);
      return { user, matches: await verifyPassword(user?.password_hash, password) };
    };
    const { user, matches } = await judge().catch(async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    });
    if (user === undefined) return { kind: 'wrong' };
    const asUser = { ...ctx, actor: { type: 'user', id: encodeId('user', user.id) } } as const;
    const workspace = inWorkspace(asUser, encodeId('workspace', user.workspace_id));
    if (!matches) {
      // Nobody waits for it: that would take longer than for an account that does not exist.
      this.db
        .transaction(workspace, (tx) => this.audit.record(tx, { type: 'login.failed', address }))
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'a failed sign-in is not in the audit log'),
        );
      return { kind: 'wrong' };
    }
    await attempt.succeeded();
    const sessionId = await this.db.transaction(workspace, async (tx) => {
      await this.audit.record(tx, { type: 'login.succeeded', address });
      return this.sessions.begin(tx, user.id);
    });
    return { kind: 'signed-in', sessionId };
  }

  async #find(
    ctx: Context,
    key: string,
    workspaceId: string | null,
  ): Promise<queries.CandidateRow | undefined> {
    // A text that no address can have: PostgreSQL would refuse to look for it.
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

/** The workspace that a user names, as uuid: `null` for an empty field, `undefined` for what is no id. */
export function workspaceNamed(text: string): string | null | undefined {
  const name = text.trim();
  return name === '' ? null : (decodeId('workspace', name) ?? undefined);
}

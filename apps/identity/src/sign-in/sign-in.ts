import { Injectable } from '@nestjs/common';
import { decodeId, emailKey } from '@parley/contracts';
import type { Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { lockPassword } from './passwords.queries.ts';
import { Accounts, type Account } from './accounts.ts';
import { LoginThrottle, type CountedSignIn, type SignInOrigin } from './login-throttle.ts';
import { asUser, Sessions, type SessionOrigin } from './sessions.ts';
import * as queries from './sessions.queries.ts';
import { TrustedBrowsers } from './trusted-browsers.ts';
import { fingerprint, WorkspaceChoices } from './workspace-choices.ts';

interface SignInOfBrowser extends SessionOrigin {
  browser: string;
  /** The cookie of a browser in which somebody has signed in before. */
  trustCookie: string | undefined;
}

export interface SignInRequest extends SignInOfBrowser {
  email: string;
  password: string;
  /** Uuid of the workspace of the app or of the link; `null` to find it by the e-mail address. */
  workspaceId: string | null;
}

export interface ChoiceRequest extends SignInOfBrowser {
  /** `choice` of that result. */
  choice: string;
  workspaceId: string;
}

interface SignedIn {
  kind: 'signed-in';
  sessionId: string;
  trustCookie: string;
}

export type SignInResult =
  | SignedIn
  /** The password is right in several workspaces: `choice` proves that to {@link SignIn.choose}. */
  | { kind: 'choose'; workspaces: WorkspaceName[]; choice: string }
  /** An unknown address, a wrong password or an inactive user: the same result, so that none can be told apart. */
  | { kind: 'wrong' }
  | { kind: 'too-many'; retryAfter: number };

export interface WorkspaceName {
  id: string;
  name: string;
}

/** An account whose password is verified; `counted` if there are others with the address. */
interface TriedAccount {
  account: Account;
  counted: CountedSignIn | null;
}

@Injectable()
export class SignIn {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
    private readonly throttle: LoginThrottle,
    private readonly browsers: TrustedBrowsers,
    private readonly choices: WorkspaceChoices,
    private readonly accounts: Accounts,
  ) {}

  /** Throws `service_unavailable` when too many passwords are waiting for verification. */
  signIn(ctx: Context, request: SignInRequest): Promise<SignInResult> {
    const { workspaceId, address, trustCookie } = request;
    const email = emailKey(request.email);
    const account = `${workspaceId ?? ''} ${email}`;
    const origin = { address, trustedBrowser: this.browsers.find(trustCookie, email, workspaceId) };
    return this.throttle.runInOrder(account, origin, () => this.#attempt(ctx, account, origin, request));
  }

  /** Signs in to one of the workspaces that {@link signIn} has returned; `null` if that is too long ago. */
  async choose(ctx: Context, request: ChoiceRequest): Promise<SignedIn | null> {
    const { workspaceId } = request;
    const choice = this.choices.read(request.browser, request.choice);
    const verified = choice?.accounts.get(workspaceId);
    if (choice === null || verified === undefined) return null;
    const [account] = await this.accounts.find(ctx, choice.emailKey, workspaceId);
    if (account === undefined || fingerprint(account) !== verified) return null;
    return this.#start(ctx, choice.emailKey, account, request);
  }

  async #attempt(
    ctx: Context,
    account: string,
    origin: SignInOrigin,
    request: SignInRequest,
  ): Promise<SignInResult> {
    const { password, workspaceId, address } = request;
    const email = emailKey(request.email);
    const counted = await this.throttle.count(account, origin);
    if ('retryAfter' in counted) return { kind: 'too-many', ...counted };
    let tried: readonly TriedAccount[] = [];
    const verify = async () => {
      const found = await this.accounts.find(ctx, email, workspaceId);
      tried = await this.#count(found, request);
      const max = workspaceId === null ? queries.ACCOUNTS_MAX : 1;
      const accounts = tried.map(({ account }) => account);
      return { found, matching: await this.accounts.matching(accounts, password, max) };
    };
    const { found, matching } = await verify().catch(async (error: unknown) => {
      await counted.cancel();
      for (const each of tried) await each.counted?.cancel();
      throw error;
    });
    const [user, ...others] = matching;
    if (user === undefined) {
      this.accounts.recordFailure(ctx, found, address, counted.blocks);
      return { kind: 'wrong' };
    }
    await counted.succeeded();
    for (const each of tried) if (matching.includes(each.account)) await each.counted?.succeeded();
    if (others.length > 0)
      return {
        kind: 'choose',
        workspaces: matching
          .map(({ workspace_id: id, workspace_name: name = '' }) => ({ id, name }))
          .sort((one, other) => one.name.localeCompare(other.name)),
        choice: this.choices.issue(request.browser, email, matching),
      };
    return (await this.#start(ctx, email, user, request)) ?? { kind: 'wrong' };
  }

  /** Counts for each of several accounts, and leaves out those that are blocked. */
  async #count(found: readonly Account[], request: SignInRequest): Promise<TriedAccount[]> {
    if (found.length < 2) return found.map((account) => ({ account, counted: null }));
    const email = emailKey(request.email);
    const tried = await Promise.all(
      found.map(async (account) => {
        const { address, trustCookie } = request;
        const trustedBrowser = this.browsers.find(trustCookie, email, account.workspace_id);
        const origin = { address, trustedBrowser };
        return { account, counted: await this.throttle.countOneOfSeveral(account.user_id, origin) };
      }),
    );
    return tried.filter(({ counted }) => counted !== null);
  }

  /** `null` if the password has changed since it was verified: it must not start a session that the change has ended. */
  async #start(
    ctx: Context,
    email: string,
    user: Account,
    { address, userAgent, trustCookie }: SignInOfBrowser,
  ): Promise<SignedIn | null> {
    const sessionId = await this.db.transaction(asUser(ctx, user), async (tx) => {
      if ((await tx.one(lockPassword, [user.user_id, user.password_hash])) === undefined) return null;
      await recordAudit(tx, { type: 'login.succeeded', address });
      return this.sessions.start(tx, user.user_id, { address, userAgent });
    });
    if (sessionId === null) return null;
    const trusted = this.browsers.add(trustCookie, email, user.workspace_id);
    return { kind: 'signed-in', sessionId, trustCookie: trusted };
  }
}

/** The uuid of the workspace ID in a form: `null` for an empty field, `undefined` for an invalid ID. */
export function parseWorkspaceId(text: string): string | null | undefined {
  const name = text.trim();
  return name === '' ? null : (decodeId('workspace', name) ?? undefined);
}

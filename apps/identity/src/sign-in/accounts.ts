import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Database } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import { asUser } from './sessions.ts';
import * as queries from './sessions.queries.ts';

export type Account = queries.CandidateRow & { workspace_name?: string };

@Injectable()
export class Accounts {
  constructor(
    private readonly db: Database,
    @Inject(PasswordHasher) private readonly hasher: Pick<PasswordHasher, 'verify'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Accounts by the key of an e-mail address: of the workspace with this uuid, or of all for `null`. */
  async find(ctx: Context, key: string, workspaceId: string | null): Promise<Account[]> {
    // No address: PostgreSQL rejects texts with NUL.
    if (key.includes('\0') || key.length > 320) return [];
    if (workspaceId === null) return this.db.system(queries.findAnywhere, [key]);
    return this.db
      .read(inWorkspace(ctx, encodeId('workspace', workspaceId)))
      .query(queries.findInWorkspace, [key]);
  }

  /** The accounts that have this password. If none has, `max` passwords are verified: the time tells no number of accounts. */
  async matching(accounts: readonly Account[], password: string, max: number): Promise<Account[]> {
    const matching: Account[] = [];
    for (const account of accounts)
      if (await this.hasher.verify(account.password_hash, password)) matching.push(account);
    if (matching.length === 0)
      for (let count = accounts.length; count < max; count += 1)
        await this.hasher.verify(undefined, password);
    return matching;
  }

  /** Records a failed sign-in. Not awaited: the response must not take longer than for an account that does not exist. */
  recordFailure(ctx: Context, accounts: readonly Account[], address: string, blocks: boolean): void {
    const record = (account: Account) =>
      this.db.transaction(asUser(ctx, account), async (tx) => {
        await recordAudit(tx, { type: 'login.failed', address });
        if (blocks) await recordAudit(tx, { type: 'login.locked_out', address });
      });
    Promise.all(accounts.map(record)).catch((error: unknown) =>
      this.logger.warn(
        { event: 'audit.record.failed', err: error },
        'Cannot record a failed sign-in in the audit log',
      ),
    );
  }
}

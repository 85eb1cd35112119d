import { Inject, Injectable } from '@nestjs/common';
import { encodeId, grantExpired, patExpired } from '@parley/contracts';
import { Every, inWorkspace, systemContext, type WorkspaceContext } from '@parley/kernel';
import { Database, systemStatement, workspaceStatement, type Transaction } from '@parley/persistence';

const BATCH_SIZE = 100;

interface ExpiredRow {
  workspace_id: string;
  id: string;
}

const findExpired = (name: string, table: string, condition: string) =>
  systemStatement<ExpiredRow>(
    `${name}.find_expired`,
    'credentials of all workspaces expire',
    `select workspace_id, id from ${table}
      where ${condition} and expiry_emitted_at is null and revoked_at is null and expires_at <= now()
      order by expires_at limit ${BATCH_SIZE}`,
  );
/** Returns nothing if another process was faster. */
const markExpired = (name: string, table: string) =>
  workspaceStatement<{ user_id: string }>(
    `${name}.mark_expired`,
    `update ${table} set expiry_emitted_at = now()
      where workspace_id = $1 and id = $2 and expiry_emitted_at is null and revoked_at is null returning user_id`,
  );

const PATS = {
  find: findExpired('pat', 'token', `kind = 'personal_access_token'`),
  mark: markExpired('pat', 'token'),
};
const GRANTS = {
  find: findExpired('grant', 'oauth_grant', 'true'),
  mark: markExpired('grant', 'oauth_grant'),
};

/** Emits the events of credentials that expire. Gateways refuse their tokens without them. */
@Injectable()
export class Expirations {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Every('5s', 'credential.expirations')
  async emit(): Promise<void> {
    await this.#each(PATS, (tx, id, userId) =>
      tx.emit(patExpired, { id: encodeId('pat', id), user_id: encodeId('user', userId) }),
    );
    await this.#each(GRANTS, (tx, id, userId) =>
      tx.emit(grantExpired, { id: encodeId('grant', id), user_id: encodeId('user', userId) }),
    );
  }

  async #each(
    { find, mark }: typeof PATS,
    emit: (tx: Transaction<WorkspaceContext>, id: string, userId: string) => void,
  ): Promise<void> {
    for (const { workspace_id: workspace, id } of await this.db.system(find)) {
      const ctx = inWorkspace(systemContext(), encodeId('workspace', workspace));
      await this.db.transaction(ctx, async (tx) => {
        const marked = await tx.one(mark, [id]);
        if (marked !== undefined) emit(tx, id, marked.user_id);
      });
    }
  }
}

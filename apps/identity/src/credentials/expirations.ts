import { Injectable } from '@nestjs/common';
import { encodeId, grantExpired, patExpired } from '@parley/contracts';
import { inWorkspace, systemContext, type WorkspaceContext } from '@parley/runtime/context';
import { Every } from '@parley/runtime/scheduling';
import { Database, systemStatement, workspaceStatement, type Transaction } from '@parley/persistence';

const BATCH_SIZE = 100;

interface ExpiredRow {
  workspace_id: string;
  id: string;
}

const EVERY_WORKSPACE = 'credentials of all workspaces expire';
const DUE = `expiry_emitted_at is null and revoked_at is null and expires_at <= now()
      order by expires_at limit ${BATCH_SIZE}`;
/** Returns nothing if another process was faster. */
const MARK = `set expiry_emitted_at = now()
      where workspace_id = $1 and id = $2 and expiry_emitted_at is null and revoked_at is null returning user_id`;

const PATS = {
  find: systemStatement<ExpiredRow>(
    'pat.find_expired',
    EVERY_WORKSPACE,
    `select workspace_id, id from token where kind = 'personal_access_token' and ${DUE}`,
  ),
  mark: workspaceStatement<{ user_id: string }>('pat.mark_expired', `update token ${MARK}`),
};
const GRANTS = {
  find: systemStatement<ExpiredRow>(
    'grant.find_expired',
    EVERY_WORKSPACE,
    `select workspace_id, id from oauth_grant where ${DUE}`,
  ),
  mark: workspaceStatement<{ user_id: string }>('grant.mark_expired', `update oauth_grant ${MARK}`),
};

/** Emits the events of credentials that expire. Gateways refuse their tokens without them. */
@Injectable()
export class Expirations {
  constructor(private readonly db: Database) {}

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

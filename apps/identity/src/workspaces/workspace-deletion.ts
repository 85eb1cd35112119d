import { Injectable } from '@nestjs/common';
import { TokenStore } from '@parley/authentication';
import {
  deleteWorkspace,
  invalidParameter,
  notFound,
  resetTestData,
  type ErasureTarget,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { Database, Erasures, servicesBeside } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { revokeTokens } from './identity-erasure.ts';
import { closeWorkspace, findNameToConfirm } from './workspace-deletion.queries.ts';
import { requireWorkspace } from './workspaces.queries.ts';

/** Begins the deletion of a workspace or of its test data, which the jobs of all services carry out. */
@Injectable()
export class WorkspaceDeletion {
  constructor(
    private readonly db: Database,
    private readonly erasures: Erasures,
    private readonly tokenStore: TokenStore,
  ) {}

  /** When it returns, no credential of the workspace is accepted. A repeat continues, also after the completion. */
  @Handles(deleteWorkspace)
  async delete(ctx: Context, { workspace, confirm }: ParsedInput<typeof deleteWorkspace>) {
    const target: ErasureTarget = { type: 'workspace', workspace };
    const workspaceCtx = inWorkspace(ctx, workspace);
    const exists = await this.db.transaction(workspaceCtx, async (tx) => {
      const found = await tx.one(findNameToConfirm);
      if (found === undefined) return false;
      if (found.name !== confirm)
        throw invalidParameter('confirm', 'must be the name of the workspace, exactly');
      await tx.query(closeWorkspace, [new Date()]);
      await this.erasures.add(tx, target);
      return true;
    });
    if (exists) await revokeTokens(this.db.read(workspaceCtx), this.tokenStore);
    else if (!(await this.erasures.has(this.db.read(workspaceCtx), target))) throw notFound('workspace');
    return begun(target);
  }

  @Handles(resetTestData)
  async reset(ctx: Context, { workspace }: ParsedInput<typeof resetTestData>) {
    const target: ErasureTarget = { type: 'test_data', workspace };
    await this.db.transaction(inWorkspace(ctx, workspace), async (tx) => {
      await requireWorkspace(tx);
      await this.erasures.add(tx, target);
    });
    return begun(target);
  }
}

const begun = (target: ErasureTarget): Result<typeof deleteWorkspace> => ({
  target,
  services: ['identity', ...servicesBeside('identity', target.type)],
});

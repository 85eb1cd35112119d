import { Injectable } from '@nestjs/common';
import { encodeId, listAdmins, type ParsedInput } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { IdentityConfig } from '../identity.config.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import { listActiveAdmins } from './users.queries.ts';

/** Whom news about a workspace concern. */
@Injectable()
export class Admins {
  constructor(
    private readonly db: Database,
    private readonly config: IdentityConfig,
  ) {}

  @Handles(listAdmins)
  async list(ctx: Context, { workspaceId }: ParsedInput<typeof listAdmins>) {
    const db = this.db.read(inWorkspace(ctx, workspaceId));
    const workspace = await db.one(findWorkspace);
    if (workspace === undefined) return null;
    const admins = await db.query(listActiveAdmins);
    return {
      workspace_name: workspace.name,
      console_url: `${this.config.AUTH_URL}${CONSOLE_PATH}`,
      admins: admins.map(({ id, email }) => ({ id: encodeId('user', id), email })),
    };
  }
}

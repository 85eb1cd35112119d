import { Injectable } from '@nestjs/common';
import { encodeId, listNoticeRecipients, uuidOf, type ParsedInput } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { IdentityConfig } from '../identity.config.ts';
import { CONSOLE_PATH } from '../console-path.ts';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './users.queries.ts';

/** Users to whom the mail service sends a notice. */
@Injectable()
export class NoticeRecipients {
  constructor(
    private readonly db: Database,
    private readonly config: IdentityConfig,
  ) {}

  @Handles(listNoticeRecipients)
  async list(ctx: Context, { workspaceId, userIds }: ParsedInput<typeof listNoticeRecipients>) {
    const db = this.db.read(inWorkspace(ctx, workspaceId));
    const workspace = await db.one(findWorkspace);
    if (workspace === undefined) return null;
    const ids = userIds?.map((id) => uuidOf('user', id)) ?? null;
    const users = await db.query(queries.listNoticeRecipients, [ids]);
    return {
      workspace_name: workspace.name,
      console_url: `${this.config.AUTH_URL}${CONSOLE_PATH}`,
      recipients: users.map(({ id, email }) => ({ id: encodeId('user', id), email })),
    };
  }
}

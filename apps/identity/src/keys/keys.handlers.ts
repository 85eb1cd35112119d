import { Inject, Injectable } from '@nestjs/common';
import {
  createKey,
  encodeId,
  invalidParameter,
  listKeys,
  notFound,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { IssuedTokens } from '../tokens/issued-tokens.ts';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import * as queries from './keys.queries.ts';

@Injectable()
export class Keys {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(IssuedTokens) private readonly tokens: IssuedTokens,
  ) {}

  @Handles(createKey)
  async create(ctx: Context, input: ParsedInput<typeof createKey>): Promise<Result<typeof createKey>> {
    return this.db.transaction(inWorkspace(ctx, input.workspace), async (tx) => {
      const workspace = await tx.one(findWorkspace);
      const creator = await tx.one(queries.firstAdmin);
      if (workspace === undefined) throw notFound('workspace');
      if (creator === undefined)
        throw invalidParameter('workspace', 'has no admin, in whose name a key is made');
      return this.tokens.issueKey(tx, { ...input, createdBy: encodeId('user', creator.id) });
    });
  }

  @Handles(listKeys)
  async list(ctx: Context, input: ParsedInput<typeof listKeys>): Promise<Result<typeof listKeys>> {
    const db = this.db.read(inWorkspace(ctx, input.workspace));
    if ((await db.one(findWorkspace)) === undefined) throw notFound('workspace');
    const rows = await db.query(queries.listKeysOfWorkspace);
    return {
      keys: rows.map(({ id, user_id: creator, created_at: created, ...row }) => ({
        ...row,
        id: encodeId('key', id),
        created_by: encodeId('user', creator),
        created_at: created.toISOString(),
        last_used_at: row.last_used_at?.toISOString() ?? null,
        revoked_at: row.revoked_at?.toISOString() ?? null,
      })),
    };
  }
}

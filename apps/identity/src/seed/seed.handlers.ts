import { Inject, Injectable } from '@nestjs/common';
import { listSeedUsers, type ParsedInput, type Result } from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { listActiveUsers } from '../users/users.queries.ts';
import { requireWorkspace } from '../workspaces/workspaces.queries.ts';

@Injectable()
export class SeedUsers {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(listSeedUsers)
  async list(
    ctx: Context,
    { workspace }: ParsedInput<typeof listSeedUsers>,
  ): Promise<Result<typeof listSeedUsers>> {
    const db = this.db.read(inWorkspace(ctx, workspace));
    await requireWorkspace(db);
    return { users: await db.query(listActiveUsers) };
  }
}

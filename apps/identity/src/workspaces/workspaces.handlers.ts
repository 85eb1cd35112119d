import { Injectable } from '@nestjs/common';
import { TokenStore, newRouteTag } from '@parley/authentication';
import {
  changePlan,
  createWorkspace,
  encodeId,
  listWorkspaces,
  notFound,
  PLANS,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/runtime/context';
import { fromTo, newId } from '@parley/runtime/records';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { IdentityConfig } from '../identity.config.ts';
import { TokenRepository } from '../tokens/token.repository.ts';
import { Users } from '../users/users.handlers.ts';
import { generatePassword } from '../users/password.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import { findWorkspaces, insertWorkspace, updatePlan } from './workspaces.queries.ts';

@Injectable()
export class Workspaces {
  constructor(
    private readonly db: Database,
    private readonly tokenStore: TokenStore,
    private readonly users: Users,
    private readonly tokens: TokenRepository,
    private readonly config: IdentityConfig,
    private readonly hasher: PasswordHasher,
  ) {}

  @Handles(createWorkspace)
  async create(ctx: Context, input: ParsedInput<typeof createWorkspace>) {
    const workspaceId = newId('workspace');
    const password = generatePassword();
    const passwordHash = await this.hasher.hash(password);
    return this.db.transaction(inWorkspace(ctx, workspaceId), async (tx) => {
      await tx.query(insertWorkspace, [input.name, input.plan, newRouteTag(), new Date()]);
      const admin = { email: input.email, name: 'Admin', role: 'admin', status: 'active' } as const;
      const user = await this.users.add(tx, admin, passwordHash);
      const key = { scopes: ['all' as const], user_id: uuidOf('user', user.id) };
      const live = await this.tokens.issueKey(tx, { ...key, name: 'Live key', mode: 'live' });
      const test = await this.tokens.issueKey(tx, { ...key, name: 'Test key', mode: 'test' });
      return {
        base_url: this.config.BASE_URL,
        auth_url: this.config.AUTH_URL,
        files_url: this.config.FILES_URL,
        workspace_id: workspaceId,
        email: user.email,
        password,
        live_key: live.key,
        test_key: test.key,
      };
    });
  }

  @Handles(listWorkspaces)
  async list(_ctx: Context, { limit }: ParsedInput<typeof listWorkspaces>) {
    const rows = await this.db.system(findWorkspaces, [limit]);
    const workspaces = rows.map(({ id, created_at, ...row }) => ({
      id: encodeId('workspace', id),
      ...row,
      created_at: created_at.toISOString(),
    }));
    return { workspaces };
  }

  @Handles(changePlan)
  async changePlan(ctx: Context, input: ParsedInput<typeof changePlan>) {
    const workspaceId = input.workspace;
    await this.db.transaction(inWorkspace(ctx, workspaceId), async (tx) => {
      const { plan } = input;
      const changed = await tx.one(updatePlan, [plan, new Date()]);
      if (changed === undefined) throw notFound('workspace');
      const { previous } = changed;
      if (previous !== plan)
        await recordAudit(tx, {
          type: 'workspace.plan_changed',
          details: { changes: fromTo({ plan: previous }, { plan }) },
        });
    });
    await this.tokenStore.setLimit(workspaceId, PLANS[input.plan]);
    return { workspace_id: workspaceId, plan: input.plan };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  createUser,
  emailKey,
  encodeId,
  getMe,
  lookUpUser,
  notFound,
  updateUser,
  userCreated,
  userDeactivated,
  userUpdated,
  uuidOf,
  type Received,
  type Result,
  type User,
} from '@parley/contracts';
import {
  changedFields,
  inWorkspace,
  newUuid,
  versioned,
  type Context,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/kernel';
import { Database, duplicateValue, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { findWorkspace } from '../workspaces/workspaces.queries.ts';
import { generatePassword, hashPassword } from './password.ts';
import * as queries from './users.queries.ts';

export type NewUser = Omit<Received<typeof createUser>, 'workspace'>;

@Injectable()
export class Users {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(getMe)
  async me(ctx: TenantContext): Promise<Result<typeof getMe>> {
    const db = this.db.read(ctx);
    const [user] = await db.query(queries.findUser, [uuidOf('user', ctx.principal?.userId ?? 'user_')]);
    const [workspace] = await db.query(findWorkspace);
    if (user === undefined || workspace === undefined) throw notFound('user');
    const shown = { id: ctx.tenant.workspaceId, name: workspace.name };
    return versioned(user.version, { ...queries.toUser(user), workspace: shown });
  }

  @Handles(lookUpUser)
  async lookUp(ctx: Context, input: Received<typeof lookUpUser>): Promise<User | null> {
    const [row] = await this.db
      .read(inWorkspace(ctx, input.workspaceId))
      .query(queries.findUser, [uuidOf('user', input.userId)]);
    return row === undefined ? null : queries.toUser(row);
  }

  @Handles(createUser)
  async create(ctx: Context, input: Received<typeof createUser>): Promise<Result<typeof createUser>> {
    const scoped = inWorkspace(ctx, input.workspace);
    if ((await this.db.read(scoped).query(findWorkspace)).length === 0) throw notFound('workspace');
    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    const user = await this.db.transaction(scoped, (tx) => this.add(tx, input, passwordHash));
    return { id: user.id, password };
  }

  @Handles(updateUser)
  async update(ctx: Context, input: Received<typeof updateUser>): Promise<Result<typeof updateUser>> {
    const id = uuidOf('user', input.id);
    const [found] = await this.db.system(queries.findWorkspaceOfUser, [id]);
    if (found === undefined) throw notFound('user');
    return this.db.transaction(inWorkspace(ctx, encodeId('workspace', found.workspace_id)), async (tx) => {
      const before = await tx.one(queries.findUserForUpdate, [id]);
      if (before === undefined) throw notFound('user');
      const role = input.role ?? before.role;
      const status = input.status ?? before.status;
      if (role === before.role && status === before.status) return { id: input.id, role, status };
      const after = await tx.one(queries.changeUser, [id, role, status, new Date()]);
      if (after === undefined) throw new ApiError('internal_error');
      const shown = queries.toUser(after);
      tx.emit(userUpdated, shown, changedFields(queries.toUser(before), shown));
      if (status === 'inactive' && before.status === 'active') tx.emit(userDeactivated, shown);
      return { id: input.id, role, status };
    });
  }

  /** Adds a user within a transaction; throws `duplicate_value` for an e-mail address that the workspace has. */
  async add(tx: Transaction<WorkspaceContext>, input: NewUser, passwordHash: string): Promise<User> {
    const now = new Date();
    const id = newUuid();
    const row = await tx.one(queries.insertUser, [
      id,
      input.email,
      emailKey(input.email),
      input.name,
      input.role,
      input.status,
      passwordHash,
      now,
    ]);
    if (row === undefined) throw duplicateValue('email');
    if (input.team !== undefined) {
      await tx.query(queries.insertTeam, [newUuid(), input.team, now]);
      await tx.query(queries.joinTeam, [input.team, id, now]);
    }
    const user = queries.toUser(row);
    tx.emit(userCreated, user);
    return user;
  }
}

import { Injectable } from '@nestjs/common';
import {
  createUser,
  emailKey,
  encodeId,
  findUserByEmail,
  getMe,
  getUser,
  invalidParameter,
  listSeedUsers,
  listUsers,
  lookUpUser,
  lookUpUsers,
  notFound,
  teamMemberAdded,
  overrideUser,
  updateAvailability,
  updateUser,
  userCreated,
  userDeactivated,
  userUpdated,
  uuidOf,
  type ParsedInput,
  type Principal,
  type User,
} from '@parley/contracts';
import {
  assertLive,
  inWorkspace,
  type Context,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { changedFields, changedValues, fromTo, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type RowChanges, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { insertTeam, joinTeam } from '../teams/teams.queries.ts';
import { UserAccess } from '../sign-in/user-access.ts';
import { credentialUuid } from '../credential-ids.ts';
import { inWorkspaceOf, requireWorkspace } from '../workspaces/workspaces.queries.ts';
import { actingUser, assertStillAdmin } from './acting-admin.ts';
import { generatePassword } from './password.ts';
import { PasswordHasher } from './password-hasher.ts';
import { availabilityAfter, OFFLINE } from './availability.rules.ts';
import { UserRow } from './user.entity.ts';
import { toUser } from './user.serializer.ts';
import * as queries from './users.queries.ts';

export type NewUser = Omit<ParsedInput<typeof createUser>, 'workspace' | 'status'> &
  Pick<User, 'status'> &
  Partial<Pick<User, 'avatar_url'>>;
type Patch = ParsedInput<typeof updateUser>['body'];

@Injectable()
export class Users {
  constructor(
    private readonly db: Database,
    private readonly access: UserAccess,
    private readonly hasher: PasswordHasher,
  ) {}

  @Handles(getMe)
  async me(ctx: TenantContext) {
    const user = await this.#find(ctx, uuidOf('user', ctx.principal?.userId ?? 'user_'));
    const { principal, tenant } = ctx;
    const found =
      principal && (await this.db.read(ctx).one(queries.findCurrent, [credentialUuid(principal)]));
    if (found === undefined) throw notFound('user');
    const { credentialId: id, type, scopes, mode, expiresAt } = principal as Principal;
    const isKey = type === 'api_key';
    const credential = {
      ...{ id, type, name: found.app_name ?? found.name, scopes: [...scopes], mode },
      owner: isKey ? ('workspace' as const) : ('user' as const),
      created_by: isKey ? encodeId('user', user.id) : null,
      expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      app_id: found.app_id === null ? null : encodeId('app', found.app_id),
    };
    const workspace = { id: tenant.workspaceId, name: found.workspace_name };
    return { ...toUser(user), credential, plan: found.plan, workspace };
  }

  @Handles(lookUpUser)
  async lookUp(ctx: Context, input: ParsedInput<typeof lookUpUser>) {
    const db = this.db.read(inWorkspace(ctx, input.workspaceId));
    const row = await db.one(queries.findUser, [uuidOf('user', input.userId)]);
    return row === undefined ? null : toUser(row);
  }

  @Handles(lookUpUsers)
  async lookUpMany(ctx: TenantContext, { ids }: ParsedInput<typeof lookUpUsers>) {
    const uuids = ids.map((id) => uuidOf('user', id));
    return (await this.db.read(ctx).query(queries.findUsers, [uuids])).map(toUser);
  }

  @Handles(findUserByEmail)
  async findByEmail(ctx: TenantContext, { email }: ParsedInput<typeof findUserByEmail>) {
    const row = await this.db.read(ctx).one(queries.findWriterByEmail, [emailKey(email)]);
    return row === undefined ? null : { id: encodeId('user', row.id) };
  }

  @Handles(listSeedUsers)
  async listActive(ctx: Context, { workspace }: ParsedInput<typeof listSeedUsers>) {
    const db = this.db.read(inWorkspace(ctx, workspace));
    await requireWorkspace(db);
    return { users: await db.query(queries.listActiveUsers) };
  }

  @Handles(createUser)
  async create(ctx: Context, input: ParsedInput<typeof createUser>) {
    const scoped = inWorkspace(ctx, input.workspace);
    await requireWorkspace(this.db.read(scoped));
    const password = generatePassword();
    const passwordHash = await this.hasher.hash(password);
    const user = await this.db.transaction(scoped, (tx) => this.add(tx, input, passwordHash));
    return { id: user.id, password };
  }

  @Handles(getUser)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getUser>) {
    return toUser(await this.#find(ctx, uuidOf('user', params.user_id)));
  }

  @Handles(listUsers)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listUsers>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.userList, query);
    return { ...page, items: rows.map(toUser) };
  }

  @Handles(updateUser)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateUser>) {
    const id = uuidOf('user', params.user_id);
    if (ctx.tenant.mode === 'test') await this.#find(ctx, id);
    assertLive(ctx);
    return this.#change(inWorkspace(ctx, ctx.tenant.workspaceId), id, body, ctx);
  }

  @Handles(overrideUser)
  async override(ctx: Context, { id, ...changes }: ParsedInput<typeof overrideUser>) {
    const uuid = uuidOf('user', id);
    const workspace = await inWorkspaceOf(this.db, ctx, 'user', uuid);
    const { role, status } = await this.#change(workspace, uuid, changes);
    return { id, role, status };
  }

  /** Changes what users may change of themselves. */
  updateProfile(ctx: WorkspaceContext, id: string, patch: Pick<Patch, 'name' | 'avatar_url'>): Promise<User> {
    return this.#change(ctx, id, patch);
  }

  @Handles(updateAvailability)
  updateMine(ctx: TenantContext, { body }: ParsedInput<typeof updateAvailability>) {
    const { userId } = ctx.principal as Principal;
    assertLive(ctx);
    return this.#change(inWorkspace(ctx, ctx.tenant.workspaceId), uuidOf('user', userId), body);
  }

  /** Adds a user within a transaction; throws `duplicate_value` for an e-mail address that the workspace has. */
  async add(tx: Transaction<WorkspaceContext>, input: NewUser, passwordHash: string | null): Promise<User> {
    const { team, ...fields } = input;
    const row = await tx.insert(
      UserRow,
      {
        avatar_url: null,
        ...OFFLINE,
        ...fields,
        id: uuidOfNewRecord(tx.ctx),
        email_key: emailKey(input.email),
        password_hash: passwordHash,
      },
      'email',
    );
    if (team !== undefined) {
      await tx.query(insertTeam, [uuidOfNewRecord(tx.ctx), team, row.created_at]);
      const joined = await tx.one(joinTeam, [team, row.id, row.created_at]);
      if (joined !== undefined)
        tx.emit(teamMemberAdded, { id: encodeId('team', joined.team_id), user_id: encodeId('user', row.id) });
    }
    const user = toUser(row);
    await recordAudit(tx, { type: 'user.created', details: { user_id: user.id, role: user.role } });
    tx.emit(userCreated, user);
    return user;
  }

  /** Changes a user; no later request has the former permissions. A request, unlike the operator, must leave an active admin. */
  async #change(ctx: WorkspaceContext, id: string, patch: Patch, request: TenantContext | null = null) {
    const change = async (tx: Transaction<WorkspaceContext>) => {
      const admins = request === null ? [] : await this.#lockForRequest(tx, request, id, patch);
      const before = await tx.lock(queries.findUserForUpdate, [id]);
      if (before === undefined) throw notFound('user');
      if (admins.length === 1 && admins[0]?.id === id)
        throw invalidParameter(
          adminFieldRemoved(patch) ?? 'role',
          'cannot be changed, because the workspace needs an active admin',
        );
      if (patch.status !== undefined && patch.status !== 'inactive' && patch.status !== before.status)
        assertNotInvited(before, patch.status);
      return this.changeLocked(tx, before, patch);
    };
    const user = await this.access.committed(this.db.transaction(ctx, change, request));
    // Also when nothing has changed: an earlier request may have failed between its commit and this point.
    if (patch.role !== undefined || patch.status !== undefined) await this.access.publishRights(ctx, id);
    return user;
  }

  /** Changes a user whom the transaction has locked. */
  async changeLocked(
    tx: Transaction<WorkspaceContext>,
    before: queries.UserProfileRow,
    { availability, ...patch }: Patch,
  ): Promise<User> {
    const changes = changedValues(before, {
      ...patch,
      ...(availability && availabilityAfter(before, availability, new Date())),
    });
    if (Object.keys(changes).length === 0) return toUser(before);
    const key: Partial<UserRow> = changes.email === undefined ? {} : { email_key: emailKey(changes.email) };
    const user = toUser(await tx.update(UserRow, before, { ...changes, ...key }, 'email'));
    tx.emit(userUpdated, user, changedFields(toUser(before), user));
    if (changes.status === 'inactive') tx.emit(userDeactivated, user);
    await this.#recordUpdate(tx, before, changes);
    await this.#revokeAccess(tx, before, changes);
    if (key.email_key !== undefined && key.email_key !== emailKey(before.email))
      await this.access.endLinkOf(tx, before.id);
    return user;
  }

  /** Locks who asks for a change and whom it changes. Returns the active admins if it may take one from them. */
  async #lockForRequest(tx: Transaction<WorkspaceContext>, request: TenantContext, id: string, patch: Patch) {
    const users = [id, ...(request.principal === undefined ? [] : [actingUser(request.principal)])];
    const takesAdmin = adminFieldRemoved(patch) !== null;
    const locked = await tx.query(queries.lockUsersToChange, [users, takesAdmin]);
    await assertStillAdmin(tx, request, locked);
    return takesAdmin ? locked.filter(({ role, status }) => role === 'admin' && status === 'active') : [];
  }

  /** Records what changed apart from role and status, which have entries of their own, and from availability, which changes all day. */
  async #recordUpdate(
    tx: Transaction<WorkspaceContext>,
    before: queries.UserProfileRow,
    { name, email, avatar_url }: RowChanges<queries.UserProfileRow>,
  ): Promise<void> {
    const rest = changedValues(before, { name, email, avatar_url });
    if (Object.keys(rest).length === 0) return;
    const details = {
      user_id: encodeId('user', before.id),
      changes: fromTo(before, rest),
    };
    await recordAudit(tx, { type: 'user.updated', details });
  }

  /** Revokes for good what acts as a user who is deactivated, and records the change in the audit log. */
  async #revokeAccess(
    tx: Transaction<WorkspaceContext>,
    before: queries.UserProfileRow,
    { role, status }: Pick<Patch, 'role' | 'status'>,
  ): Promise<void> {
    const { id } = before;
    const details = { user_id: encodeId('user', id) };
    if (role !== undefined) {
      const changes = fromTo(before, { role });
      await recordAudit(tx, { type: 'user.role_changed', details: { ...details, changes } });
    }
    if (status === 'active') await recordAudit(tx, { type: 'user.activated', details });
    if (adminFieldRemoved({ role, status }) !== null) await this.access.endLinksMadeBy(tx, id);
    if (status !== 'inactive') return;
    await recordAudit(tx, { type: 'user.deactivated', details });
    await this.access.end(tx, id);
  }

  async #find(ctx: TenantContext, id: string): Promise<queries.UserProfileRow> {
    const row = await this.db.read(ctx).one(queries.findUser, [id]);
    if (row === undefined) throw notFound('user');
    return row;
  }
}

/** Throws 422: users become invited by an invitation alone, and active by choosing a password. */
function assertNotInvited({ has_password: hasPassword }: queries.ChangedUserRow, next: User['status']): void {
  if (next === 'invited')
    throw invalidParameter('status', 'is that of a new user: POST /v1/users invites one');
  if (!hasPassword)
    throw invalidParameter(
      'status',
      'is that of a user with a password: an invitation by POST /v1/users is where one is chosen',
    );
}

/** The field of a patch by which an admin stops being an active one, if any. */
function adminFieldRemoved({ role, status }: Patch): 'role' | 'status' | null {
  if (role !== undefined && role !== 'admin') return 'role';
  return status === 'inactive' ? 'status' : null;
}

import { Injectable } from '@nestjs/common';
import {
  addMember,
  createTeam,
  deleteTeam,
  encodeId,
  invalidParameter,
  notFound,
  removeMember,
  teamCreated,
  teamDeleted,
  teamMemberAdded,
  teamMemberRemoved,
  teamUpdated,
  updateTeam,
  uuidOf,
  type AuditEntryType,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import { assertLive, inWorkspace, type TenantContext, type WorkspaceContext } from '@parley/runtime/context';
import { changedFields, changedValues, fromTo, newUuid } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { recordAudit } from '../audit/audit.ts';
import { assertStillAdmin } from '../users/acting-admin.ts';
import { findUser } from '../users/users.queries.ts';
import { TeamRow } from './team.entity.ts';
import { toMember, toTeam } from './team.serializer.ts';
import * as queries from './teams.queries.ts';

type Tx = Transaction<WorkspaceContext>;

@Injectable()
export class TeamChanges {
  constructor(private readonly db: Database) {}

  @Handles(createTeam)
  create(ctx: TenantContext, { body }: ParsedInput<typeof createTeam>) {
    return this.#change(ctx, null, async (tx) => {
      const { assignment, ...fields } = body;
      const { mode = 'manual', max_open_per_user = null } = assignment;
      const draft = { ...fields, assignment_mode: mode, max_open_per_user };
      const row = await tx.insert(TeamRow, { ...draft, id: newUuid() }, 'name');
      await record(tx, 'team.created', encodeId('team', row.id), { name: row.name });
      const team = toTeam({ ...row, members_count: 0 });
      tx.emit(teamCreated, team);
      return team;
    });
  }

  @Handles(updateTeam)
  update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateTeam>) {
    return this.#change(ctx, params.team_id, async (tx) => {
      const row = await lockTeam(tx, params.team_id);
      const { assignment = {}, ...fields } = body;
      const changes = changedValues(row, {
        ...fields,
        assignment_mode: assignment.mode ?? row.assignment_mode,
        max_open_per_user:
          assignment.max_open_per_user === undefined ? row.max_open_per_user : assignment.max_open_per_user,
      });
      if (Object.keys(changes).length === 0) return toTeam(row);
      await record(tx, 'team.updated', params.team_id, { changes: fromTo(row, changes) });
      const team = toTeam(await tx.update(TeamRow, row, changes, 'name'));
      tx.emit(teamUpdated, team, changedFields(toTeam(row), team));
      return team;
    });
  }

  @Handles(deleteTeam)
  delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteTeam>) {
    return this.#change(ctx, params.team_id, async (tx) => {
      const { id, name } = await lockTeam(tx, params.team_id);
      await tx.query(queries.deleteMembers, [id]);
      await tx.query(queries.deleteTeam, [id]);
      await record(tx, 'team.deleted', params.team_id, { name });
      tx.emit(teamDeleted, { id: params.team_id });
    });
  }

  @Handles(addMember)
  addMember(ctx: TenantContext, { params, body }: ParsedInput<typeof addMember>) {
    return this.#change(ctx, params.team_id, async (tx) => {
      const { id } = await lockTeam(tx, params.team_id);
      const user = uuidOf('user', body.user_id);
      if ((await tx.one(findUser, [user])) === undefined)
        throw invalidParameter('user_id', 'is not a user of the workspace');
      if ((await tx.one(queries.addMember, [id, user, new Date()])) !== undefined) {
        await record(tx, 'team.member_added', params.team_id, { user_id: body.user_id });
        tx.emit(teamMemberAdded, { id: params.team_id, user_id: body.user_id });
      }
      const member = await tx.one(queries.findMember, [id, user]);
      if (member === undefined) throw notFound('user');
      return toMember(member);
    });
  }

  @Handles(removeMember)
  removeMember(ctx: TenantContext, { params }: ParsedInput<typeof removeMember>) {
    return this.#change(ctx, params.team_id, async (tx) => {
      const { id } = await lockTeam(tx, params.team_id);
      if ((await tx.one(queries.removeMember, [id, uuidOf('user', params.user_id)])) === undefined)
        throw notFound('user');
      await record(tx, 'team.member_removed', params.team_id, { user_id: params.user_id });
      tx.emit(teamMemberRemoved, { id: params.team_id, user_id: params.user_id });
    });
  }

  async #change<T>(ctx: TenantContext, id: Id<'team'> | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    const isUnknown =
      ctx.tenant.mode === 'test' &&
      id !== null &&
      (await this.db.read(ctx).one(queries.findTeam, [uuidOf('team', id)])) === undefined;
    if (isUnknown) throw notFound('team');
    assertLive(ctx);
    const change = async (tx: Tx) => {
      await assertStillAdmin(tx, ctx);
      return work(tx);
    };
    return this.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), change, ctx);
  }
}

/** The lock keeps a team from being deleted while it gets a member. Throws `not_found`. */
async function lockTeam(tx: Tx, id: Id<'team'>): Promise<queries.CountedTeamRow> {
  const row = await tx.lock(queries.findTeamForUpdate, [uuidOf('team', id)]);
  if (row === undefined) throw notFound('team');
  return row;
}

function record(
  tx: Tx,
  type: Extract<AuditEntryType, `team.${string}`>,
  id: Id<'team'>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, { type, details: { team_id: id, ...details } });
}

import { Injectable } from '@nestjs/common';
import {
  describeNextTeam,
  describeTeam,
  encodeId,
  rebuildAssignments,
  uuidOf,
  type Mode,
  type ParsedInput,
  type Team,
  type User,
} from '@parley/contracts';
import {
  inTenant,
  inWorkspace,
  type Context,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { compareNext, type OwnedRecord } from '../rebuilding/record-pages.ts';
import { runInSteps, type Step } from '../rebuilding/steps.ts';
import * as queries from './assignment-rebuild.queries.ts';
import type { RecordKind } from './assignment.queries.ts';
import { hasOwner } from './assignment.rules.ts';

type WorkspaceTx = Transaction<WorkspaceContext>;

/** Corrects the read models of assignments while they are used, such as after an event became a dead letter. */
@Injectable()
export class AssignmentRebuild {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(rebuildAssignments)
  rebuild(ctx: Context, { workspace, after }: ParsedInput<typeof rebuildAssignments>) {
    const recordsOf = (mode: Mode) => {
      const tenant = inTenant(ctx, workspace, mode);
      return {
        [`${mode}.ticket`]: (place: string) => this.#compareRecords(tenant, 'ticket', place),
        [`${mode}.conversation`]: (place: string) => this.#compareRecords(tenant, 'conversation', place),
      };
    };
    const teams = (place: string) => this.#compareTeam(inWorkspace(ctx, workspace), place);
    return runInSteps(ctx, { teams, ...recordsOf('live'), ...recordsOf('test') }, after);
  }

  /** Compares the next team: its owner is asked while its rows are locked, so that the answer is not older than they are. */
  async #compareTeam(ctx: WorkspaceContext, place: string): Promise<Step> {
    const { workspaceId } = ctx.tenant;
    const after = place === '' ? NIL_UUID : place;
    return this.db.transaction(ctx, async (tx) => {
      const known = await tx.query(queries.lockTeams, [after]);
      const next = await this.rpc.call(describeNextTeam, ctx, {
        workspaceId,
        after: encodeId('team', after),
      });
      const id = next === null ? null : uuidOf('team', next.team.id);
      const gone = known.map((team) => team.id).filter((one) => id === null || one < id);
      const stopped = await tx.query(queries.stopTeams, [gone]);
      if (next === null || id === null) {
        const rest = known.length < 100 ? null : (known.at(-1)?.id ?? null);
        return { compared: 0, corrected: stopped.length, next: rest };
      }
      const members = await tx.query(queries.lockMembers, [id]);
      const users = [
        ...members.map(({ user_id: user }) => user),
        ...next.users.map((user) => uuidOf('user', user.id)),
      ];
      await tx.query(queries.lockUsers, [users]);
      const found = await this.rpc.call(describeTeam, ctx, { workspaceId, teamId: next.team.id });
      const corrected = found === null ? 0 : await correctTeam(tx, found.team, found.users);
      return { compared: 1, corrected: corrected + stopped.length, next: id };
    });
  }

  #compareRecords(ctx: TenantContext, resource: RecordKind, place: string): Promise<Step> {
    return compareNext(this.db, this.rpc, ctx, {
      resource,
      place,
      lock: queries.lockRecords,
      correct: (tx, known, owned) => correctRecords(tx, resource, known, owned),
    });
  }
}

async function correctTeam(tx: WorkspaceTx, team: Team, users: readonly User[]): Promise<number> {
  const id = uuidOf('team', team.id);
  const { mode, max_open_per_user: max } = team.assignment;
  let corrected = (await tx.query(queries.correctTeam, [id, mode, max])).length;
  for (const { id: userId, name, status, availability } of users) {
    const { status: available, until, capacity } = availability;
    const values = [uuidOf('user', userId), name, status === 'active', available, until, capacity];
    corrected += (await tx.query(queries.correctUser, values)).length;
  }
  const members = users.map((user) => uuidOf('user', user.id));
  return corrected + (await tx.query(queries.correctMembers, [id, members])).length;
}

async function correctRecords(
  tx: Transaction,
  kind: RecordKind,
  known: readonly queries.KnownRecord[],
  owned: readonly OwnedRecord[],
): Promise<number> {
  const ids = new Set(known.map(({ id }) => id));
  let corrected = 0;
  for (const { id, record } of owned) {
    const { team, assignee, status, snoozed_until: snoozed, created_at: created } = record;
    const isOpen = status === 'open' && snoozed === null;
    if (!(isOpen && hasOwner(record)) && !ids.has(id)) continue;
    const values = [
      ...[kind, id, team === null ? null : uuidOf('team', team.id)],
      ...[assignee === null ? null : uuidOf('user', assignee.id), isOpen, created],
    ];
    corrected += (await tx.query(queries.correctRecord, values)).length;
  }
  const present = new Set(owned.map(({ id }) => id));
  const gone = known.filter(({ id }) => !present.has(id)).map(({ id }) => id);
  return corrected + (await tx.query(queries.closeRecords, [kind, gone])).length;
}

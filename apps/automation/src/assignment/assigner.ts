import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  assignConversation,
  assignTicket,
  encodeId,
  type Actor,
  type AssignOutcome,
  type Mode,
} from '@parley/contracts';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import * as queries from './assignment.queries.ts';
import { decide } from './assignment.rules.ts';

/** Calls to the owners at the same time. */
const PARALLEL = 8;

/** How long a record that is not open is known: events that come late are older than it. */
const KEPT_MS = 24 * 3_600_000;

const ASSIGNMENT: Actor = { type: 'assignment', id: null, credential: null };

interface TenantOfRows {
  workspace_id: string;
  mode: Mode;
}

interface Reservation extends queries.WaitingRecord {
  readonly user_id: string;
}

/**
 * Assigns the records that wait for a team. The decision on a tenant is one transaction under a lock of the tenant: it reserves each record
 * for a user, and reservations count as theirs, so that processes that decide at the same time give no record twice and pass no limit. The
 * owner of the record then assigns it, or refuses what has changed meanwhile.
 */
@Injectable()
export class Assigner {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('250ms', 'assignment.assign')
  async assignWaiting(signal?: AbortSignal): Promise<void> {
    for (const tenant of await this.db.system(queries.findTenantsToServe)) {
      if (signal?.aborted === true) return;
      await this.serve(tenant);
    }
  }

  /** Repeats calls whose outcome is unknown. An owner that had assigned the record says so again. */
  @Every('5s', 'assignment.retry')
  async retryStale(): Promise<void> {
    for (const { workspace_id, mode, ...reservation } of await this.db.system(queries.findStaleReservations))
      await this.#assign({ workspace_id, mode }, reservation);
  }

  /** Forgets records that nobody works at. One that is opened again comes back by its event. */
  @Every('1h', 'assignment.prune')
  async prune(): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS);
    await deleteInBatches(() => this.db.system(queries.pruneRecords, [before]));
  }

  /** Assigns records that wait in a tenant, up to a hundred for each team. A tenant that fails holds up no other. */
  async serve(tenant: TenantOfRows): Promise<void> {
    const ctx = contextOfRow(tenant);
    try {
      const rest = await this.#reserve(ctx);
      const work = async () => {
        for (let next = rest.shift(); next !== undefined; next = rest.shift())
          await this.#assign(tenant, next);
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
    } catch (err) {
      this.logger.warn(
        { event: 'assignment.tenant.failed', err, ...ctx.tenant },
        'Cannot assign records of a tenant',
      );
    }
  }

  #reserve(ctx: TenantContext): Promise<Reservation[]> {
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.addLock);
      if ((await tx.one(queries.lockTenant)) === undefined) return [];
      const reserved: Reservation[] = [];
      for (const team of await tx.query(queries.findTeamsToServe)) {
        const waiting = await tx.query(queries.findWaiting, [team.id]);
        const candidates = await tx.query(queries.findCandidates, [team.id]);
        const decisions = decide(team, waiting, candidates);
        if (decisions.length === 0) continue;
        const users = decisions.map(({ user_id }) => user_id);
        const records = decisions.map(({ record }) => record);
        const values = [records.map(({ kind }) => kind), records.map(({ id }) => id), users, team.id];
        const ids = new Set((await tx.query(queries.reserve, values)).map(({ id }) => id));
        await tx.query(queries.recordTurns, [team.id, users, decisions.map(({ turn }) => turn)]);
        for (const { record, user_id } of decisions)
          if (ids.has(record.id)) reserved.push({ ...record, user_id });
      }
      return reserved;
    });
  }

  async #assign(tenant: TenantOfRows, reservation: Reservation): Promise<void> {
    const ctx = { ...contextOfRow(tenant), actor: ASSIGNMENT };
    try {
      const outcome = await this.#askOwner(ctx, reservation);
      if (outcome === 'assigned') return;
      const { kind, id, user_id } = reservation;
      const db = this.db.read(ctx);
      if (outcome === 'user_inactive') await db.query(queries.deactivate, [user_id]);
      await db.query(queries.release, [kind, id, user_id, outcome === 'user_inactive']);
    } catch (err) {
      if (!(err instanceof ApiError)) throw err;
      // The owner is away, or its answer was lost: the reservation is tried again once it is stale.
      this.logger.info(
        { event: 'assignment.call.failed', err, ...ctx.tenant },
        'Cannot assign a record for now',
      );
    }
  }

  async #askOwner(ctx: TenantContext, { kind, id, team_id, user_id }: Reservation): Promise<AssignOutcome> {
    const input = { team_id: encodeId('team', team_id), assignee_id: encodeId('user', user_id) };
    const { outcome } = await (kind === 'ticket'
      ? this.rpc.call(assignTicket, ctx, { id: encodeId('ticket', id), ...input })
      : this.rpc.call(assignConversation, ctx, { id: encodeId('conversation', id), ...input }));
    return outcome;
  }
}

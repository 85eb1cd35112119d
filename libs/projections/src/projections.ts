import { Injectable } from '@nestjs/common';
import {
  ApiError,
  emailKey,
  findOrCreateContact,
  invalidParameter,
  lookUpTeam,
  lookUpUser,
  assertEmailMatches,
  isOfEmailAlone,
  uuidOf,
  type ContactReference,
  type Id,
  type MailAddress,
} from '@parley/contracts';
import type { TenantContext, WorkspaceContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { isDeactivated } from './change-in-batches.ts';
import * as queries from './projections.queries.ts';

/** A user to whom a record is about to be assigned. */
export interface NewAssignee extends queries.UserProjection {
  /** The projection does not tell yet that the user is active again. */
  readonly isStale: boolean;
}

const inactiveAssignee = () => invalidParameter('assignee_id', 'must be an active user of the workspace');

type AnyTransaction = Transaction | Transaction<WorkspaceContext>;

const unknownTeam = () => invalidParameter('team_id', 'is not a team of this workspace');

/** Throws 422 for a team that was deleted after the look-up: what takes its records from it has missed this one. */
export async function requireExisting(
  tx: AnyTransaction,
  team: queries.TeamProjection | null,
): Promise<void> {
  if (team !== null && (await isTeamDeleted(tx, team.id))) throw unknownTeam();
}

/** Whether a team is deleted; what takes its records from it finds what the transaction changes if it is not. */
export async function isTeamDeleted(tx: AnyTransaction, id: string): Promise<boolean> {
  return (await tx.one(queries.lockTeamProjection, [id]))?.deleted === true;
}

/** Throws 422 for an assignee who was deactivated after the look-up: what unassigns open work has missed the record. */
export async function requireActive(tx: Transaction, assignee: NewAssignee | null): Promise<void> {
  if (assignee !== null && !assignee.isStale && (await isDeactivated(tx, assignee.id)))
    throw inactiveAssignee();
}

/** Sequence of a projection that was fetched: lower than that of any event. */
const FETCHED_SEQUENCE = '';
/** Timeout of a call to the service that owns a record; then its projection is used. */
const OWNER_TIMEOUT_MS = 2_000;

/**
 * Projections of contacts and users. References in requests are resolved by the owner of the record, because a projection
 * may be stale; while it is unavailable the projection decides (ADR 10).
 */
@Injectable()
export class Projections {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  /**
   * The contact of a request, created if nobody has what names it. Throws 422 for an unknown id, or one with another address.
   * @param own uuid of the contact that the record has: an update may repeat it, also if it has been deleted
   */
  async contact(
    ctx: TenantContext,
    reference: ContactReference,
    own: string | null = null,
  ): Promise<queries.ContactProjection> {
    const found = await this.#find(ctx, reference);
    if (found !== null) return found;
    // The record shows it, as it was until the event of its deletion arrives.
    const repeated =
      reference.id !== undefined && uuidOf('contact', reference.id) === own
        ? await this.db.read(ctx).one(queries.findContactProjection, [own])
        : undefined;
    if (repeated === undefined) throw invalidParameter('contact.id', 'is not a contact of this workspace');
    assertEmailMatches(repeated, reference);
    return repeated;
  }

  /** The contact who has written something, created if nobody has the address; null if the contact with it was erased after that. */
  writer(
    ctx: TenantContext,
    { address: email, name }: MailAddress,
    writtenAt: string | null,
  ): Promise<queries.ContactProjection | null> {
    return this.#find(ctx, { email, name }, writtenAt);
  }

  async #find(
    ctx: TenantContext,
    reference: ContactReference,
    writtenAt: string | null = null,
  ): Promise<queries.ContactProjection | null> {
    const db = this.db.read(ctx);
    const { id: given, email: address } = reference;
    const known = !isOfEmailAlone(reference)
      ? undefined
      : given === undefined
        ? await db.one(queries.findContactProjectionByEmail, [emailKey(address ?? '')])
        : await db.one(queries.findContactProjection, [uuidOf('contact', given)]);
    const found = await fetchOrFallBack(known?.deleted === true ? undefined : known, ctx, async (callCtx) => {
      const answer = await this.rpc.call(findOrCreateContact, callCtx, {
        ...reference,
        written_at: writtenAt,
      });
      return answer === null ? null : { ...answer, id: uuidOf('contact', answer.id), deleted: false };
    });
    if (found === null) return null;
    assertEmailMatches(found, reference);
    const { id, name, email, phone, phone_e164 } = found;
    if (known?.id !== id) await this.#storeContact(ctx, found);
    return { id, name, email, phone, phone_e164, deleted: false };
  }

  /** Stores a contact of another service before its event arrives: search finds a record by its contact's projection. */
  async storeIfMissing(ctx: TenantContext, contact: queries.ContactFields): Promise<void> {
    const known = await this.db.read(ctx).one(queries.findContactProjection, [contact.id]);
    if (known === undefined) await this.#storeContact(ctx, contact);
  }

  async #storeContact(ctx: TenantContext, contact: queries.ContactFields): Promise<void> {
    const values = [...queries.projected(contact), false, FETCHED_SEQUENCE];
    await this.db.read(ctx).query(queries.upsertContactProjection, values);
  }

  /** The assignee, or null if `userId` is null. Throws 422 unless the user is active in this workspace. */
  async assignee(ctx: TenantContext, userId: Id<'user'> | null): Promise<NewAssignee | null> {
    if (userId === null) return null;
    const known = await this.#storedUser(ctx, userId);
    const user = await fetchOrFallBack(known, ctx, (callCtx) => this.#lookUp(callCtx, userId));
    if (user?.status !== 'active') throw inactiveAssignee();
    if (known === undefined) await this.#storeUser(ctx, user);
    return { ...user, isStale: known !== undefined && known.status !== 'active' };
  }

  /** The team that a record is given to, or null if `id` is null. Throws 422 unless the workspace has it. */
  async team(ctx: TenantContext, id: Id<'team'> | null): Promise<queries.TeamProjection | null> {
    if (id === null) return null;
    const team = await this.existingTeam(ctx, id);
    if (team === null) throw unknownTeam();
    return team;
  }

  /** A team of the workspace; null if it does not exist (any more). */
  async existingTeam(ctx: TenantContext, id: Id<'team'>): Promise<queries.TeamProjection | null> {
    const uuid = uuidOf('team', id);
    const known = await this.db.read(ctx).one(queries.findTeamProjection, [uuid]);
    if (known?.deleted === true) return null;
    const input = { workspaceId: ctx.tenant.workspaceId, teamId: id };
    const stored = known && { id, name: known.name };
    const team = await fetchOrFallBack(stored, ctx, (callCtx) => this.rpc.call(lookUpTeam, callCtx, input));
    if (team === null) return null;
    if (known === undefined)
      await this.db.read(ctx).query(queries.upsertTeamProjection, [uuid, team.name, FETCHED_SEQUENCE]);
    return { id: uuid, name: team.name };
  }

  /** A user of the workspace, active or not; `undefined` for an unknown id. */
  async user(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserProjection | undefined> {
    const known = await this.#storedUser(ctx, userId);
    if (known !== undefined) return known;
    const found = await this.#lookUp(ctx, userId);
    if (found === null) return undefined;
    await this.#storeUser(ctx, found);
    return found;
  }

  #storedUser(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserProjection | undefined> {
    return this.db.read(ctx).one(queries.findUserProjection, [uuidOf('user', userId)]);
  }

  async #lookUp(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserProjection | null> {
    const input = { workspaceId: ctx.tenant.workspaceId, userId };
    const found = await this.rpc.call(lookUpUser, ctx, input);
    return found === null ? null : { id: uuidOf('user', found.id), name: found.name, status: found.status };
  }

  async #storeUser(ctx: TenantContext, { id, name, status }: queries.UserProjection): Promise<void> {
    await this.db.read(ctx).query(queries.upsertUserProjection, [id, name, status, FETCHED_SEQUENCE]);
  }
}

/** The record as its owner returns it; the projection, if there is one, while the owner is unavailable or too slow. */
async function fetchOrFallBack<T>(
  projection: T | undefined,
  ctx: TenantContext,
  fetch: (ctx: TenantContext) => Promise<T | null>,
): Promise<T | null> {
  if (projection === undefined) return fetch(ctx);
  try {
    return await fetch({ ...ctx, deadline: Math.min(ctx.deadline, Date.now() + OWNER_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service_unavailable') return projection;
    throw error;
  }
}

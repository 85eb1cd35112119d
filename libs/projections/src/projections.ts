import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  emailKey,
  findOrCreateContact,
  invalidParameter,
  lookUpUser,
  assertEmailMatches,
  uuidOf,
  type ContactReference,
  type Id,
} from '@parley/contracts';
import type { TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import * as queries from './projections.queries.ts';

type ContactFields = Pick<queries.ContactProjection, 'id' | 'name' | 'email'>;

/** Below every sequence of an event. */
const FETCHED = '';

/** How long the owner of a record may take before its copy has to do. */
const ASKED_MS = 1_000;

/**
 * What a service shows of contacts and users, kept by events. What a request names is asked of its owner, because a
 * copy may be a moment old: an address may just have changed hands, a user may just have been deactivated. While the
 * owner is out the copy decides (ADR 10).
 */
@Injectable()
export class Projections {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  /**
   * The contact that a request names; created when its address is new. Throws 422 for an unknown id, and for an address
   * that is another's.
   */
  async contact(ctx: TenantContext, reference: ContactReference): Promise<queries.ContactProjection> {
    const db = this.db.read(ctx);
    const known =
      reference.id === undefined
        ? await db.one(queries.findContactCopyByEmail, [emailKey(reference.email ?? '')])
        : await db.one(queries.findContactCopy, [uuidOf('contact', reference.id)]);
    const contact = await ownerOr(known?.deleted === true ? undefined : known, ctx, async (asking) => {
      const found = await this.rpc.call(findOrCreateContact, asking, reference);
      return found === null ? null : { ...found, id: uuidOf('contact', found.id), deleted: false };
    });
    if (contact === null) throw invalidParameter('contact.id', 'is not a contact of this workspace');
    assertEmailMatches(contact, reference);
    const { id, name, email } = contact;
    if (known?.id !== id) await this.#keepContact(ctx, contact);
    return { id, name, email, deleted: false };
  }

  /**
   * Keeps what was told of a contact until an event tells it: what a record is found by is taken from the copy, and one
   * that is written before there is a copy would not be found by its contact.
   */
  async toldOf(ctx: TenantContext, contact: ContactFields): Promise<void> {
    const known = await this.db.read(ctx).one(queries.findContactCopy, [contact.id]);
    if (known === undefined) await this.#keepContact(ctx, contact);
  }

  async #keepContact(ctx: TenantContext, { id, name, email }: ContactFields): Promise<void> {
    const key = email === null ? null : emailKey(email);
    await this.db.read(ctx).query(queries.keepContactCopy, [id, name, email, key, false, FETCHED]);
  }

  /** The user whom something is assigned to, if anybody. Throws 422 unless active in this workspace. */
  async assignee(ctx: TenantContext, userId: Id<'user'> | null): Promise<queries.UserProjection | null> {
    if (userId === null) return null;
    const known = await this.#userCopy(ctx, userId);
    const user = await ownerOr(known, ctx, (asking) => this.#lookUp(asking, userId));
    if (user?.status !== 'active')
      throw invalidParameter('assignee_id', 'must be an active user of the workspace');
    if (known === undefined) await this.#keep(ctx, user);
    return user;
  }

  /** A user of the workspace, active or not, for their name; `undefined` for an unknown id. */
  async user(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserProjection | undefined> {
    const known = await this.#userCopy(ctx, userId);
    if (known !== undefined) return known;
    const found = await this.#lookUp(ctx, userId);
    if (found === null) return undefined;
    await this.#keep(ctx, found);
    return found;
  }

  #userCopy(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserProjection | undefined> {
    return this.db.read(ctx).one(queries.findUserCopy, [uuidOf('user', userId)]);
  }

  async #lookUp(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserProjection | null> {
    const input = { workspaceId: ctx.tenant.workspaceId, userId };
    const found = await this.rpc.call(lookUpUser, ctx, input);
    return found === null ? null : { id: uuidOf('user', found.id), name: found.name, status: found.status };
  }

  async #keep(ctx: TenantContext, { id, name, status }: queries.UserProjection): Promise<void> {
    await this.db.read(ctx).query(queries.keepUserCopy, [id, name, status, FETCHED]);
  }
}

/** What the owner of a record says; while it is out or too slow, what the copy does, if there is one. */
async function ownerOr<T>(
  copy: T | undefined,
  ctx: TenantContext,
  ask: (ctx: TenantContext) => Promise<T | null>,
): Promise<T | null> {
  if (copy === undefined) return ask(ctx);
  try {
    return await ask({ ...ctx, deadline: Math.min(ctx.deadline, Date.now() + ASKED_MS) });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service_unavailable') return copy;
    throw error;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  emailKey,
  findOrCreateContact,
  invalidParameter,
  lookUpUser,
  uuidOf,
  type ContactReference,
  type Id,
} from '@parley/contracts';
import type { TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import * as queries from './copies.queries.ts';

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
export class Copies {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  /** The contact that a request names; created when its address is new. Throws 422 for an unknown id. */
  async contact(ctx: TenantContext, reference: ContactReference): Promise<queries.ContactCopy> {
    const db = this.db.read(ctx);
    const reading =
      reference.id === undefined
        ? db.one(queries.findContactCopyByEmail, [emailKey(reference.email ?? '')])
        : db.one(queries.findContactCopy, [uuidOf('contact', reference.id)]);
    const asking = this.rpc.call(findOrCreateContact, briefly(ctx), reference);
    const [known, contact] = await Promise.all([reading, unlessOut(asking)]);
    if (contact === undefined) return decidedBy(known?.deleted === false ? known : undefined, asking);
    if (contact === null) throw invalidParameter('contact.id', 'is not a contact of this workspace');
    const copy = { id: uuidOf('contact', contact.id), name: contact.name, email: contact.email };
    if (known?.id !== copy.id) {
      const key = copy.email === null ? null : emailKey(copy.email);
      await db.query(queries.keepContactCopy, [copy.id, copy.name, copy.email, key, false, FETCHED]);
    }
    return { ...copy, deleted: false };
  }

  /** The user whom something is assigned to. Throws 422 unless active in this workspace. */
  async assignee(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserCopy> {
    const asking = this.#lookUp(ctx, userId);
    const [known, found] = await Promise.all([this.#userCopy(ctx, userId), unlessOut(asking)]);
    const user = found === undefined ? await decidedBy(known, asking) : found;
    if (user?.status !== 'active')
      throw invalidParameter('assignee_id', 'must be an active user of the workspace');
    if (known === undefined) await this.#keep(ctx, user);
    return user;
  }

  /** A user of the workspace, active or not, for their name; `undefined` for an unknown id. */
  async user(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserCopy | undefined> {
    const known = await this.#userCopy(ctx, userId);
    if (known !== undefined) return known;
    const found = await this.#lookUp(ctx, userId);
    if (found === null) return undefined;
    await this.#keep(ctx, found);
    return found;
  }

  #userCopy(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserCopy | undefined> {
    return this.db.read(ctx).one(queries.findUserCopy, [uuidOf('user', userId)]);
  }

  async #lookUp(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserCopy | null> {
    const input = { workspaceId: ctx.tenant.workspaceId, userId };
    const found = await this.rpc.call(lookUpUser, briefly(ctx), input);
    return found === null ? null : { id: uuidOf('user', found.id), name: found.name, status: found.status };
  }

  async #keep(ctx: TenantContext, { id, name, status }: queries.UserCopy): Promise<void> {
    await this.db.read(ctx).query(queries.keepUserCopy, [id, name, status, FETCHED]);
  }
}

/** With so much less time that a copy can still decide. */
function briefly(ctx: TenantContext): TenantContext {
  return { ...ctx, deadline: Math.min(ctx.deadline, Date.now() + ASKED_MS) };
}

/** The answer of an owner, or `undefined` while it is out. */
async function unlessOut<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service_unavailable') return undefined;
    throw error;
  }
}

/** The copy, while its owner is out; without one, why the owner could not be asked. */
async function decidedBy<T>(copy: T | undefined, asking: Promise<unknown>): Promise<T> {
  if (copy !== undefined) return copy;
  await asking;
  throw new ApiError('service_unavailable');
}

import { Inject, Injectable } from '@nestjs/common';
import {
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

/** What a service shows of contacts and users. Kept by events; fetched only when an event has not come yet. */
@Injectable()
export class Copies {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  /** The contact that a request names; created when its address is new. Throws 422 for an unknown id. */
  async contact(ctx: TenantContext, reference: ContactReference): Promise<queries.ContactCopy> {
    const db = this.db.read(ctx);
    const known =
      reference.id === undefined
        ? await db.one(queries.findContactCopyByEmail, [emailKey(reference.email ?? '')])
        : await db.one(queries.findContactCopy, [uuidOf('contact', reference.id)]);
    if (known?.deleted === false) return known;
    const contact = known === undefined ? await this.rpc.call(findOrCreateContact, ctx, reference) : null;
    if (contact === null) throw invalidParameter('contact.id', 'is not a contact of this workspace');
    const copy = { id: uuidOf('contact', contact.id), name: contact.name, email: contact.email };
    const key = copy.email === null ? null : emailKey(copy.email);
    await db.query(queries.keepContactCopy, [copy.id, copy.name, copy.email, key, false, FETCHED]);
    return { ...copy, deleted: false };
  }

  /** The user whom something is assigned to. Throws 422 unless active in this workspace. */
  async assignee(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserCopy> {
    const user = await this.user(ctx, userId);
    if (user?.status !== 'active')
      throw invalidParameter('assignee_id', 'must be an active user of the workspace');
    return user;
  }

  /** A user of the workspace, active or not; `undefined` for an unknown id. */
  async user(ctx: TenantContext, userId: Id<'user'>): Promise<queries.UserCopy | undefined> {
    const db = this.db.read(ctx);
    const known = await db.one(queries.findUserCopy, [uuidOf('user', userId)]);
    if (known !== undefined) return known;
    const found = await this.rpc.call(lookUpUser, ctx, { workspaceId: ctx.tenant.workspaceId, userId });
    if (found === null) return undefined;
    const user = { id: uuidOf('user', found.id), name: found.name, status: found.status };
    await db.query(queries.keepUserCopy, [user.id, user.name, user.status, FETCHED]);
    return user;
  }
}

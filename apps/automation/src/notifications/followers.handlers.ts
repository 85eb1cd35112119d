import { Injectable } from '@nestjs/common';
import {
  addConversationFollower,
  addTicketFollower,
  encodeId,
  FOLLOWERS_MAX,
  getConversation,
  getTicket,
  invalidParameter,
  listConversationFollowers,
  listTicketFollowers,
  lookUpUsers,
  notFound,
  removeConversationFollower,
  removeTicketFollower,
  uuidOf,
  type Followers as FollowersOfRecord,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type TenantDatabase } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import type { RecordKind } from '../assignment/assignment.queries.ts';
import { callerOf } from './caller.ts';
import * as queries from './followers.queries.ts';

type RecordKey = readonly [kind: RecordKind, id: string];

/** Who follows a record. Its owner says whether it exists, and which one answers for it. */
@Injectable()
export class Followers {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(listTicketFollowers)
  async ofTicket(ctx: TenantContext, { params }: ParsedInput<typeof listTicketFollowers>) {
    return shown(this.db.read(ctx), await this.#ticket(ctx, params));
  }

  @Handles(addTicketFollower)
  async followTicket(ctx: TenantContext, { params, body }: ParsedInput<typeof addTicketFollower>) {
    return this.#add(ctx, await this.#ticket(ctx, params), body.user_id ?? callerOf(ctx));
  }

  @Handles(removeTicketFollower)
  async unfollowTicket(ctx: TenantContext, { params }: ParsedInput<typeof removeTicketFollower>) {
    await this.#remove(ctx, await this.#ticket(ctx, params), params.user_id);
  }

  @Handles(listConversationFollowers)
  async ofConversation(ctx: TenantContext, { params }: ParsedInput<typeof listConversationFollowers>) {
    return shown(this.db.read(ctx), await this.#conversation(ctx, params));
  }

  @Handles(addConversationFollower)
  async followConversation(
    ctx: TenantContext,
    { params, body }: ParsedInput<typeof addConversationFollower>,
  ) {
    return this.#add(ctx, await this.#conversation(ctx, params), body.user_id ?? callerOf(ctx));
  }

  @Handles(removeConversationFollower)
  async unfollowConversation(ctx: TenantContext, { params }: ParsedInput<typeof removeConversationFollower>) {
    await this.#remove(ctx, await this.#conversation(ctx, params), params.user_id);
  }

  async #ticket(ctx: TenantContext, params: { ticket_id: Id<'ticket'> }): Promise<RecordKey> {
    const { id } = await this.rpc.call(getTicket, ctx, { params: { ticket_id: params.ticket_id } });
    return ['ticket', uuidOf('ticket', id)];
  }

  async #conversation(
    ctx: TenantContext,
    params: { conversation_id: Id<'conversation'> },
  ): Promise<RecordKey> {
    const input = { params: { conversation_id: params.conversation_id } };
    const { id } = await this.rpc.call(getConversation, ctx, input);
    return ['conversation', uuidOf('conversation', id)];
  }

  async #add(ctx: TenantContext, record: RecordKey, user: Id<'user'>): Promise<FollowersOfRecord> {
    const [found] = await this.rpc.call(lookUpUsers, ctx, { ids: [user] });
    if (found?.status !== 'active')
      throw invalidParameter('user_id', 'must be an active user of the workspace');
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockFollowers, record);
      await tx.query(queries.addFollowers, [...record, [uuidOf('user', user)], new Date()]);
      const followers = await shown(tx, record);
      if (!followers.followers.some(({ user_id: id }) => id === user))
        throw invalidParameter(
          'user_id',
          `follows a record that has ${FOLLOWERS_MAX} followers: remove one first`,
        );
      return followers;
    });
  }

  async #remove(ctx: TenantContext, record: RecordKey, user: Id<'user'>): Promise<void> {
    const values = [...record, uuidOf('user', user)];
    const removed = await this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockFollowers, record);
      return tx.one(queries.removeFollower, values);
    });
    if (removed === undefined) throw notFound('user');
  }
}

async function shown(
  db: Pick<TenantDatabase<TenantContext>, 'query'>,
  record: RecordKey,
): Promise<FollowersOfRecord> {
  const rows = await db.query(queries.findFollowers, record);
  return {
    followers: rows.map(({ user_id: user, created_at: at }) => ({
      user_id: encodeId('user', user),
      followed_at: at.toISOString(),
    })),
  };
}

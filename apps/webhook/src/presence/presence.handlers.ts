import { Injectable } from '@nestjs/common';
import {
  ApiError,
  getConversation,
  reportPresence,
  uuidOf,
  type ParsedInput,
  type Presence,
} from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { Every } from '@parley/runtime/scheduling';
import { prunePresence, savePresence } from './presence.queries.ts';
import { toPresence } from './presence.serializer.ts';

/** Who reads a conversation or writes in it. It lies beside the event log, with which the gateway reads it. */
@Injectable()
export class PresenceReports {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(reportPresence)
  async report(ctx: TenantContext, { params, body }: ParsedInput<typeof reportPresence>): Promise<Presence> {
    const user = ctx.principal?.userId;
    if (user === undefined) throw new ApiError('internal_error');
    // That of a merged conversation is its survivor.
    const { id } = await this.rpc.call(getConversation, ctx, { params });
    const values = [uuidOf('conversation', id), uuidOf('user', user), body.state];
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(savePresence, values);
      if (row === undefined) throw new Error('a presence was not saved');
      return toPresence(row);
    });
  }

  @Every('1m', 'webhook.presence.prune')
  async prune(): Promise<void> {
    await this.db.system(prunePresence);
  }
}

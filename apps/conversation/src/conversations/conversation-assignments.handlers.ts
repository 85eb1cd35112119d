import { Injectable } from '@nestjs/common';
import { assignConversation, uuidOf, type ParsedInput } from '@parley/contracts';
import { assignOf, Projections } from '@parley/projections';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { changeConversation } from './change-conversation.ts';
import { lockConversationRows } from './conversations.queries.ts';

/** Assigns conversations for the rule of their team. */
@Injectable()
export class ConversationAssignments {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
  ) {}

  @Handles(assignConversation)
  assign(ctx: TenantContext, { id, ...request }: ParsedInput<typeof assignConversation>) {
    return assignOf(this.db, this.projections, ctx, request, {
      lock: (tx) => tx.lock(lockConversationRows, [[uuidOf('conversation', id)]]),
      change: changeConversation,
    });
  }
}

import { Injectable } from '@nestjs/common';
import {
  countMatchingConversations,
  listMatchingConversations,
  testsOf,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { countMatches, narrowByFilter, readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toConversation } from './conversation.serializer.ts';
import { conversationList } from './conversations.queries.ts';

/** The conversations of views, for their user and at this moment. */
@Injectable()
export class MatchingConversations {
  constructor(private readonly db: Database) {}

  @Handles(listMatchingConversations)
  async list(ctx: TenantContext, { filter, ...asked }: ParsedInput<typeof listMatchingConversations>) {
    const tests = testsOf('conversation', filter, { now: new Date(), me: ctx.principal?.userId ?? null });
    const { list, query } = narrowByFilter(conversationList, asked, tests);
    const { rows, ...page } = await readPage(this.db.read(ctx), list, query);
    return { ...page, items: rows.map(toConversation) };
  }

  @Handles(countMatchingConversations)
  async count(ctx: TenantContext, { filters, cap }: ParsedInput<typeof countMatchingConversations>) {
    const now = new Date();
    const counts = [];
    for (const { filter, me } of filters) {
      const tests = testsOf('conversation', filter, { now, me });
      const found = await countMatches(this.db.read(ctx), conversationList, tests, cap);
      counts.push({ count: found.count, is_bound: found.isBound });
    }
    return { counts };
  }
}

import { Injectable } from '@nestjs/common';
import { encodeId, pageConversations, READ_MODEL_PAGE, uuidOf, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';
import { Database, tenantStatement } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toConversation } from './conversation.serializer.ts';
import { findConversations } from './conversations.queries.ts';

/** Ids with the time of the first reply that was written in the conversation itself, not in one that was merged into it. */
const pageIds = tenantStatement<{ id: string; replied_at: Date | null }>(
  'conversation.page_ids',
  `select c.id, (select m.created_at from message m
      where m.workspace_id = c.workspace_id and m.mode = c.mode and m.conversation_id = c.id and m.type = 'reply'
        and m.author_type = 'user' and m.merged_from is null order by m.created_at, m.id limit 1) as replied_at
     from conversation c where c.workspace_id = $1 and c.mode = $2 and c.id > $3 order by c.id limit ${READ_MODEL_PAGE}`,
);

/** All conversations, for read models that are compared with them. */
@Injectable()
export class ConversationPages {
  constructor(private readonly db: Database) {}

  @Handles(pageConversations)
  async page(ctx: TenantContext, { after }: ParsedInput<typeof pageConversations>) {
    const db = this.db.read(ctx);
    const found = await db.query(pageIds, [after === null ? NIL_UUID : uuidOf('conversation', after)]);
    const rows = await db.query(findConversations, [found.map(({ id }) => id)]);
    return {
      records: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(toConversation),
      first_replies: found.flatMap(({ id, replied_at: at }) =>
        at === null ? [] : [{ conversation_id: encodeId('conversation', id), at: at.toISOString() }],
      ),
    };
  }
}

import { Injectable } from '@nestjs/common';
import { conversationTagsChanged, encodeId } from '@parley/contracts';
import { isSameValue, type TenantContext } from '@parley/kernel';
import { Database, tenantStatement, type Transaction } from '@parley/persistence';
import { tagColumns, TAG_PAGE, TaggedRecords } from '@parley/projections';
import { ConversationRow } from './conversation.entity.ts';
import { lockConversations } from './conversations.queries.ts';

const findPage = tenantStatement<{ id: string; tags: string[] }>(
  'conversation.tags_page',
  `select id, tags from conversation where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${TAG_PAGE}`,
);

/** Conversations, whose tags follow when one is renamed or deleted. */
@Injectable()
export class TaggedConversations extends TaggedRecords {
  constructor(private readonly db: Database) {
    super();
  }

  override page(ctx: TenantContext, afterId: string): Promise<{ id: string; tags: string[] }[]> {
    return this.db.read(ctx).query(findPage, [afterId]);
  }

  override async replaceTags(
    tx: Transaction,
    ids: readonly string[],
    replace: (tags: readonly string[]) => string[],
  ): Promise<void> {
    for (const row of await tx.query(lockConversations, [ids])) {
      const tags = replace(row.tags);
      if (isSameValue(row.tags, tags)) continue;
      await tx.update(ConversationRow, row, tagColumns(tags));
      tx.emit(conversationTagsChanged, { id: encodeId('conversation', row.id), tags }, { tags: row.tags });
    }
  }
}

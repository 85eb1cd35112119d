import type { Type } from '@nestjs/common';
import { encodeId, tagKey, type conversationTagsChanged, type ticketTagsChanged } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { isSameValue } from '@parley/runtime/records';
import type { Database, LockedRead, Statement, Transaction } from '@parley/persistence';
import type { RecordRow } from '../records/record.entity.ts';

export const TAG_PAGE = 2_000;

interface TaggedTable {
  readonly kind: 'ticket' | 'conversation';
  readonly entity: Type<RecordRow>;
  /** Finds a page of {@link TAG_PAGE} records with a greater id than `$3`, in its order. */
  readonly page: Statement<{ id: string; tags: string[] }, 'tenant'>;
  readonly lock: LockedRead<RecordRow, 'tenant'>;
  readonly changed: typeof ticketTagsChanged | typeof conversationTagsChanged;
}

export class TaggedRecords {
  constructor(private readonly table: TaggedTable) {}

  page(db: Database, ctx: TenantContext, afterId: string): Promise<{ id: string; tags: string[] }[]> {
    return db.read(ctx).query(this.table.page, [afterId]);
  }

  async replaceTags(
    tx: Transaction,
    ids: readonly string[],
    replace: (tags: readonly string[]) => string[],
  ): Promise<void> {
    const { kind, entity, lock, changed } = this.table;
    for (const row of await tx.lockAll(lock, [ids])) {
      const tags = replace(row.tags);
      if (isSameValue(row.tags, tags)) continue;
      await tx.update(entity, row, tagColumns(tags));
      tx.emit(changed, { id: encodeId(kind, row.id), tags }, { tags: row.tags });
    }
  }
}

/** The columns of a record with tags: their names, and the keys that searches and filters find them by. */
export function tagColumns(tags: string[]): { tags: string[]; tag_keys: string[] } {
  return { tags, tag_keys: tags.map(tagKey) };
}

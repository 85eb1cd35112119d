import { Inject, Injectable } from '@nestjs/common';
import {
  createTag,
  listTags,
  tagCreated,
  tagKey,
  type Page,
  type ParsedInput,
  type Tag,
} from '@parley/contracts';
import { newUuid, type TenantContext } from '@parley/kernel';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { TagRow } from './tag.entity.ts';
import { toTag } from './tag.serializer.ts';
import { tagList } from './tags.queries.ts';

@Injectable()
export class Tags {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(createTag)
  create(ctx: TenantContext, { body }: ParsedInput<typeof createTag>): Promise<Tag> {
    return this.db.transaction(ctx, async (tx) => {
      const row = { ...body, id: newUuid(), name_key: tagKey(body.name), uses: 0 };
      const tag = toTag(await tx.insert(TagRow, row, 'name'));
      tx.emit(tagCreated, tag);
      return tag;
    });
  }

  @Handles(listTags)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listTags>): Promise<Page<Tag>> {
    const { rows, ...page } = await readPage(this.db.read(ctx), tagList, query);
    return { ...page, items: rows.map(toTag) };
  }
}

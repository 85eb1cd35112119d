import { Injectable } from '@nestjs/common';
import {
  createTag,
  deleteTag,
  getTag,
  listTags,
  notFound,
  tagCreated,
  tagDeleted,
  tagKey,
  tagUpdated,
  updateTag,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { changedFields, changedValues, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { retireDeletedTag, retireRenamedTag, reviveTags } from './retired-tags.queries.ts';
import { TagRow } from './tag.entity.ts';
import { toTag } from './tag.serializer.ts';
import { findTag, findTagForUpdate, lockTagCounts, tagList } from './tags.queries.ts';

@Injectable()
export class Tags {
  constructor(private readonly db: Database) {}

  @Handles(createTag)
  create(ctx: TenantContext, { body }: ParsedInput<typeof createTag>) {
    return this.db.transaction(ctx, async (tx) => {
      await lockCounts(tx);
      const key = tagKey(body.name);
      const uses = await revive(tx, key);
      const tag = toTag(
        await tx.insert(TagRow, { ...body, id: uuidOfNewRecord(ctx), name_key: key, uses }, 'name'),
      );
      tx.emit(tagCreated, tag);
      return tag;
    });
  }

  @Handles(getTag)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getTag>) {
    const row = await this.db.read(ctx).one(findTag, [uuidOf('tag', params.tag_id)]);
    if (row === undefined) throw notFound('tag');
    return toTag(row);
  }

  @Handles(listTags)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listTags>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), tagList, query);
    return { ...page, items: rows.map(toTag) };
  }

  @Handles(updateTag)
  update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateTag>) {
    return this.db.transaction(ctx, async (tx) => {
      await lockCounts(tx);
      const row = await this.#lock(tx, params.tag_id);
      const key = body.name === undefined ? row.name_key : tagKey(body.name);
      const changes = changedValues(row, { ...body, name_key: key });
      if (Object.keys(changes).length === 0) return toTag(row);
      if (key !== row.name_key) await tx.query(retireRenamedTag, [row.id, new Date()]);
      // Records may still carry the new name. If it is a former name of this tag, `revive` subtracts its uses, which are added again.
      const revived = key === row.name_key ? 0 : await revive(tx, key);
      const current = key === row.name_key ? row : await this.#lock(tx, params.tag_id);
      const uses = current.uses + revived;
      const updated = await tx.update(TagRow, current, { ...changes, uses }, 'name');
      const tag = toTag(updated);
      tx.emit(tagUpdated, tag, changedFields(toTag({ ...row, uses }), tag));
      return tag;
    });
  }

  @Handles(deleteTag)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteTag>) {
    return this.db.transaction(ctx, async (tx) => {
      await lockCounts(tx);
      const row = await this.#lock(tx, params.tag_id);
      await tx.query(retireDeletedTag, [row.id, new Date()]);
      await tx.remove(TagRow, row.id);
      tx.emit(tagDeleted, toTag(row));
    });
  }

  async #lock(tx: Transaction, id: ParsedInput<typeof updateTag>['params']['tag_id']): Promise<TagRow> {
    const row = await tx.lock(findTagForUpdate, [uuidOf('tag', id)]);
    if (row === undefined) throw notFound('tag');
    return row;
  }
}

/** Waits for the counting of tags of the tenant, and excludes it until the transaction ends. */
async function lockCounts(tx: Transaction): Promise<void> {
  const { workspaceId, mode } = tx.ctx.tenant;
  await tx.system(lockTagCounts, [[`${workspaceId}/${mode}`]]);
}

/** Uses that a name has from before it was retired; 0 if it was not. Ends its retirement. */
async function revive(tx: Transaction, key: string): Promise<number> {
  const [revived] = await tx.query(reviveTags, [[key]]);
  return revived?.uses ?? 0;
}

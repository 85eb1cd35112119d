import { Inject, Injectable } from '@nestjs/common';
import { tagKey } from '@parley/contracts';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import * as queries from './tag-changes.queries.ts';
import { TAG_PAGE, TaggedRecords } from './tagged-records.ts';

/** Records per transaction: each has its search words computed anew, which takes milliseconds for long texts. */
const BATCH = 50;

/** Applies renamed and deleted tags to the records of the service, in batches with a stored position, in any process. */
@Injectable()
export class TagChangeJob {
  #running: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly records: TaggedRecords,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  wake(): void {
    this.applyAll().catch((err: unknown) => {
      this.logger.warn({ event: 'tags.changes.failed', err }, 'Cannot apply changes of tags');
    });
  }

  /** Applies all changes except those that another process works on. */
  @Every('1s', 'tags.changes.apply')
  async applyAll(signal?: AbortSignal): Promise<void> {
    // Changes that were stored during a run are found by the next one.
    while (this.#running !== undefined) await this.#running.catch(() => undefined);
    this.#running = this.#applyAll(signal);
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  async #applyAll(signal: AbortSignal | undefined): Promise<void> {
    let applied = true;
    while (applied) {
      applied = false;
      for (const change of await this.db.system(queries.findTagChanges))
        if (await this.#apply(change, signal)) applied = true;
    }
  }

  /** Returns whether the change is complete; not at shutdown, nor if another process works on it. */
  async #apply(change: queries.TagChangeRow, signal: AbortSignal | undefined): Promise<boolean> {
    const ctx = contextOfRow(change);
    let position = change.after_id;
    while (signal?.aborted !== true) {
      const page = await this.records.page(this.db, ctx, position);
      const carrying = page.filter(({ tags }) => tags.some((tag) => tagKey(tag) === change.old_key));
      for (let start = 0; start < carrying.length; start += BATCH) {
        const ids = carrying.slice(start, start + BATCH).map(({ id }) => id);
        const end = ids.at(-1) as string;
        if (!(await this.#applyBatch(ctx, { change, position, ids, end }))) return false;
        position = end;
      }
      const end = page.length < TAG_PAGE ? null : (page.at(-1)?.id ?? null);
      if (!(await this.#applyBatch(ctx, { change, position, ids: [], end }))) return false;
      if (end === null) return true;
      position = end;
    }
    return false;
  }

  /** Changes some records and advances the change from `position` to `end`; null completes it. */
  #applyBatch(
    ctx: TenantContext,
    batch: { change: queries.TagChangeRow; position: string; ids: readonly string[]; end: string | null },
  ): Promise<boolean> {
    const { change, position, ids, end } = batch;
    const { sequence, old_key: oldKey, new_name: newName } = change;
    return this.db.transaction(ctx, async (tx) => {
      if ((await tx.one(queries.lockTagChange, [sequence, position])) === undefined) return false;
      if (ids.length > 0)
        await this.records.replaceTags(tx, ids, (tags) => replaceTag(tags, oldKey, newName));
      if (end === null) await tx.query(queries.deleteTagChange, [sequence]);
      else if (end !== position) await tx.query(queries.advanceTagChange, [sequence, end]);
      return true;
    });
  }
}

/** Tags with the one of this key renamed, or removed if the new name is null; a tag that is there already stays once. */
function replaceTag(tags: readonly string[], oldKey: string, newName: string | null): string[] {
  const others = new Set(tags.map(tagKey).filter((key) => key !== oldKey));
  return tags.flatMap((tag) => {
    if (tagKey(tag) !== oldKey) return [tag];
    return newName === null || others.has(tagKey(newName)) ? [] : [newName];
  });
}

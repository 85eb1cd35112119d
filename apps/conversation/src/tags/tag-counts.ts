import { DEFAULT_TAG_COLOR } from '@parley/contracts';
import { newUuid } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import type { TagRow } from './tag.entity.ts';
import { addToTagCounts, insertTags } from './tags.queries.ts';

/** Adds to the counts of tags by key, inserts those that the catalogue lacks, and returns the inserted ones. */
export async function addTagUses(
  tx: Transaction,
  uses: ReadonlyMap<string, { readonly name: string; readonly by: number }>,
): Promise<TagRow[]> {
  if (uses.size === 0) return [];
  const updated = await tx.query(addToTagCounts, [[...uses.keys()], [...uses.values()].map(({ by }) => by)]);
  const known = new Set(updated.map((row) => row.name_key));
  const missing = [...uses].filter(([key]) => !known.has(key));
  if (missing.length === 0) return [];
  const rows = await tx.query(insertTags, [
    missing.map(newUuid),
    missing.map(([, { name }]) => name),
    missing.map(([key]) => key),
    missing.map(([, { by }]) => by),
    DEFAULT_TAG_COLOR,
    new Date(),
  ]);
  return rows.filter(({ made }) => made);
}

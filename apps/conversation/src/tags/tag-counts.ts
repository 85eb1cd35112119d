import { DEFAULT_TAG_COLOR } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import { addToRetiredCounts, reviveTags } from './retired-tags.queries.ts';
import type { TagRow } from './tag.entity.ts';
import { addToTagCounts, insertTags } from './tags.queries.ts';

interface UseChange {
  readonly name: string;
  readonly by: number;
  /** Time of the latest event that added the tag to a record, or null if none did. */
  readonly addedAt: string | null;
}

/** Adds to the counts of tags by key, inserts those that the catalogue lacks, and returns the inserted ones. */
export async function addTagUses(tx: Transaction, uses: ReadonlyMap<string, UseChange>): Promise<TagRow[]> {
  if (uses.size === 0) return [];
  const updated = await tx.query(addToTagCounts, [[...uses.keys()], [...uses.values()].map(({ by }) => by)]);
  const known = new Set(updated.map((row) => row.name_key));
  const missing = [...uses].filter(([key]) => !known.has(key));
  if (missing.length === 0) return [];
  const counts = await countRetired(tx, missing);
  const inserted = missing.filter(([key]) => counts.get(key) !== null);
  if (inserted.length === 0) return [];
  const rows = await tx.query(insertTags, [
    inserted.map(newUuid),
    inserted.map(([, { name }]) => name),
    inserted.map(([key]) => key),
    inserted.map(([key, { by }]) => counts.get(key) ?? by),
    DEFAULT_TAG_COLOR,
    new Date(),
  ]);
  return rows.filter(({ made }) => made);
}

/** Uses by key of a retired name: null while it stays retired, else the uses with which it is a tag again. */
async function countRetired(
  tx: Transaction,
  changes: readonly (readonly [string, UseChange])[],
): Promise<Map<string, number | null>> {
  const retired = await tx.query(addToRetiredCounts, [
    changes.map(([key]) => key),
    changes.map(([, { by }]) => by),
    changes.map(([, { addedAt }]) => addedAt),
  ]);
  const counts = new Map<string, number | null>(retired.map(({ name_key: key }) => [key, null]));
  const usedAgain = retired.filter((row) => row.used_again).map((row) => row.name_key);
  if (usedAgain.length > 0)
    for (const { name_key: key, uses } of await tx.query(reviveTags, [usedAgain])) counts.set(key, uses);
  return counts;
}

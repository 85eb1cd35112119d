import { tagKey } from '@parley/contracts';
import { tenantStatement, type Transaction } from '@parley/persistence';
import { addTagUses } from '../tags/tag-counts.ts';
import { lockTagCounts } from '../tags/tags.queries.ts';

/**
 * Stores the tags of sample records that no event has counted yet, with the lowest sequence, which any later event replaces
 * (ADR 9). Returns the new uses.
 */
const insertMissingUses = tenantStatement<{ key: string; uses: number }>(
  'tag_use.insert_missing',
  `with inserted as (
     insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
     select $1, $2, $3, id, '', tags from json_to_recordset($4::json) as sent(id uuid, tags text[])
     on conflict (workspace_id, mode, subject_kind, subject_id) do nothing returning tag_keys)
   select key, count(*)::int as uses from inserted, unnest(tag_keys) as key group by key`,
);

/** Counts the tags of sample tickets or conversations and returns the number of new uses. */
export async function countTags(
  tx: Transaction,
  kind: 'conversation' | 'ticket',
  subjects: readonly { id: string; tags: readonly string[] }[],
): Promise<number> {
  const tagged = subjects.filter(({ tags }) => tags.length > 0);
  if (tagged.length === 0) return 0;
  const { workspaceId, mode } = tx.ctx.tenant;
  const nameOf = new Map(tagged.flatMap(({ tags }) => tags.map((name) => [tagKey(name), name])));
  const keys = tagged.map(({ id, tags }) => ({ id, tags: tags.map(tagKey) }));
  await tx.system(lockTagCounts, [[`${workspaceId}/${mode}`]]);
  const added = await tx.query(insertMissingUses, [kind, JSON.stringify(keys)]);
  const addedAt = new Date().toISOString();
  await addTagUses(
    tx,
    new Map(added.map(({ key, uses }) => [key, { name: nameOf.get(key) ?? key, by: uses, addedAt }])),
  );
  return added.reduce((sum, { uses }) => sum + uses, 0);
}

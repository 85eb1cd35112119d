import { DEFAULT_TAG_COLOR, tagKey } from '@parley/contracts';
import { newUuid } from '@parley/kernel';
import { tenantStatement, type Transaction } from '@parley/persistence';
import { addToTagCounts, insertTags, lockTagCounts } from '../tags/tags.queries.ts';

/**
 * The tags of subjects that no event has told of yet, with the lowest sequence: an event that comes later replaces them
 * as it would what another event told (ADR 9). Answers the uses that are new.
 */
const insertMissingUses = tenantStatement<{ key: string; uses: number }>(
  'tag_use.keep_unknown',
  `with known as (
     insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
     select $1, $2, $3, id, '', tags from json_to_recordset($4::json) as sent(id uuid, tags text[])
     on conflict (workspace_id, mode, subject_kind, subject_id) do nothing returning tag_keys)
   select key, count(*)::int as uses from known, unnest(tag_keys) as key group by key`,
);

/** Counts the tags of subjects that were written without an event; answers how many uses of tags that are. */
export async function countTags(
  tx: Transaction,
  kind: 'conversation' | 'ticket',
  subjects: readonly { id: string; tags: readonly string[] }[],
): Promise<number> {
  const tagged = subjects.filter(({ tags }) => tags.length > 0);
  if (tagged.length === 0) return 0;
  const { workspaceId, mode } = tx.ctx.tenant;
  const nameOf = new Map(tagged.flatMap(({ tags }) => tags.map((name) => [tagKey(name), name])));
  const sent = tagged.map(({ id, tags }) => ({ id, tags: tags.map(tagKey) }));
  await tx.system(lockTagCounts, [[`${workspaceId}/${mode}`]]);
  const used = await tx.query(insertMissingUses, [kind, JSON.stringify(sent)]);
  const counted = await tx.query(addToTagCounts, [used.map(({ key }) => key), used.map(({ uses }) => uses)]);
  const there = new Set(counted.map((row) => row.name_key));
  const unknown = used.filter(({ key }) => !there.has(key));
  await tx.query(insertTags, [
    unknown.map(newUuid),
    unknown.map(({ key }) => nameOf.get(key)),
    unknown.map(({ key }) => key),
    unknown.map(({ uses }) => uses),
    DEFAULT_TAG_COLOR,
    new Date(),
  ]);
  return used.reduce((sum, { uses }) => sum + uses, 0);
}

import { Injectable } from '@nestjs/common';
import {
  conversationCreated,
  conversationUpdated,
  decodeId,
  DEFAULT_TAG_COLOR,
  tagCreated,
  ticketCreated,
  ticketUpdated,
  uuidOf,
  type EventOf,
  type Id,
} from '@parley/contracts';
import { OnBatch, type Occurrence } from '@parley/events';
import { newUuid } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { countTagChanges, affectsTags, type CountChange } from './tag-count.rules.ts';
import { addToTagCounts, findTagUses, insertTags, upsertTagUses, lockTagCounts, toTag } from './tags.queries.ts';

type Tagged = Occurrence<
  EventOf<
    typeof conversationCreated | typeof conversationUpdated | typeof ticketCreated | typeof ticketUpdated
  >,
  Transaction
>;

/** Keeps the catalogue in step with the tags in use (docs/adr/0009-tag-counts.md). */
@Injectable()
export class TagSubscribers {
  /**
   * Events may come twice, late or in any order: what the newest event of a subject says replaces what was known of it,
   * and the difference is counted in the same transaction.
   */
  @OnBatch([conversationCreated, conversationUpdated, ticketCreated, ticketUpdated])
  async countTagsWhenTheyAreUsed(batch: readonly Tagged[]): Promise<void> {
    const tenants = byTenant(batch.filter(({ event }) => affectsTags(event)));
    const [first] = [...tenants.values()].flat();
    if (first === undefined) return;
    // Sent before the rest, so run before it.
    const turns = first.tx.system(lockTagCounts, [[...tenants.keys()]]);
    await Promise.all([turns, ...[...tenants.values()].map(countTags)]);
  }
}

function byTenant(batch: readonly Tagged[]): Map<string, Tagged[]> {
  const tenants = new Map<string, Tagged[]>();
  for (const tagged of batch) {
    const { workspaceId, mode } = tagged.tx.ctx.tenant;
    const tenant = `${workspaceId}/${mode}`;
    const others = tenants.get(tenant);
    if (others === undefined) tenants.set(tenant, [tagged]);
    else others.push(tagged);
  }
  return tenants;
}

/** Counts what the events of one tenant say. */
async function countTags(batch: readonly Tagged[]): Promise<void> {
  const { tx } = batch[0] as Tagged;
  const news = batch.map(({ event: { data, sequence } }) => ({
    subject: data.id,
    sequence,
    tags: data.tags,
  }));
  const subjects = new Map<string, Subject>(
    batch.map(({ event: { data } }) => [data.id, subjectOf(data.id)]),
  );
  const asked = [...subjects.values()];
  const found = await tx.query(findTagUses, [asked.map(({ kind }) => kind), asked.map(({ id }) => id)]);
  const useOf = new Map(found.map((row) => [row.subject_id, { sequence: row.sequence, keys: row.tag_keys }]));
  const known = new Map(
    [...subjects].flatMap(([subject, { id }]) => {
      const use = useOf.get(id);
      return use === undefined ? [] : [[subject, use] as const];
    }),
  );
  const { uses, changes } = countTagChanges(news, known);
  const kept = [...uses].map(([subject, use]) => ({ ...(subjects.get(subject) as Subject), ...use }));
  await Promise.all([
    countChanges(batch, changes),
    kept.length > 0 && tx.query(upsertTagUses, [JSON.stringify(kept)]),
  ]);
}

interface Subject {
  kind: 'conversation' | 'ticket';
  id: string;
}

function subjectOf(id: Tagged['event']['data']['id']): Subject {
  const conversation = decodeId('conversation', id);
  return conversation === null
    ? { kind: 'ticket', id: uuidOf('ticket', id as Id<'ticket'>) }
    : { kind: 'conversation', id: conversation };
}

/** Changes the counts of the catalogue, and makes the tags that it does not have. */
async function countChanges(
  batch: readonly Tagged[],
  changes: ReadonlyMap<string, CountChange>,
): Promise<void> {
  if (changes.size === 0) return;
  const { tx } = batch[0] as Tagged;
  const counted = await tx.query(addToTagCounts, [[...changes.keys()], [...changes.values()].map(({ by }) => by)]);
  const there = new Set(counted.map((row) => row.name_key));
  const unknown = [...changes].filter(([key]) => !there.has(key));
  if (unknown.length === 0) return;
  const inserted = await tx.query(insertTags, [
    unknown.map(newUuid),
    unknown.map(([, { name }]) => name),
    unknown.map(([key]) => key),
    unknown.map(([, { by }]) => by),
    DEFAULT_TAG_COLOR,
    new Date(),
  ]);
  for (const row of inserted) {
    const teller = batch[changes.get(row.name_key)?.source ?? 0];
    if (row.made) teller?.tx.emit(tagCreated, toTag(row));
  }
}

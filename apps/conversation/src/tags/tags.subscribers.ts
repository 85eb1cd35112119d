import { Injectable } from '@nestjs/common';
import {
  conversationCreated,
  conversationDeleted,
  conversationMerged,
  conversationTagsChanged,
  conversationUnmerged,
  conversationUpdated,
  decodeId,
  tagCreated,
  ticketCreated,
  ticketDeleted,
  ticketMerged,
  ticketTagsChanged,
  ticketUnmerged,
  ticketUpdated,
  uuidOf,
  type EventOf,
  type Id,
} from '@parley/contracts';
import { byTenant, OnBatch, type BatchItem } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { affectsTags, countTagChanges } from './tag-count.rules.ts';
import { addTagUses } from './tag-counts.ts';
import { toTag } from './tag.serializer.ts';
import { findTagUses, lockTagCounts, upsertTagUses } from './tags.queries.ts';

type Tagged = BatchItem<
  EventOf<
    | typeof conversationCreated
    | typeof conversationUpdated
    | typeof conversationTagsChanged
    | typeof conversationDeleted
    | typeof conversationMerged
    | typeof conversationUnmerged
    | typeof ticketCreated
    | typeof ticketUpdated
    | typeof ticketTagsChanged
    | typeof ticketDeleted
    | typeof ticketMerged
    | typeof ticketUnmerged
  >,
  Transaction
>;

/** Keeps the tag catalogue and its counts up to date (docs/adr/0009-tag-counts.md). */
@Injectable()
export class TagSubscribers {
  /** Safe for repeated, late and reordered events: see {@link countTagChanges}. */
  @OnBatch(
    [
      conversationCreated,
      conversationUpdated,
      conversationDeleted,
      conversationMerged,
      conversationUnmerged,
      conversationTagsChanged,
      ticketCreated,
      ticketUpdated,
      ticketDeleted,
      ticketMerged,
      ticketUnmerged,
      ticketTagsChanged,
    ],
    { filter: affectsTags },
  )
  async countTagsWhenTheyChange(batch: readonly Tagged[]) {
    const tenants = byTenant(batch);
    const [first] = [...tenants.values()].flat();
    if (first === undefined) return;
    // Statements of a transaction run in the order in which they are sent, so the locks are taken first.
    const locks = first.tx.system(lockTagCounts, [[...tenants.keys()]]);
    await Promise.all([locks, ...[...tenants.values()].map(countTags)]);
  }
}

/** Their records follow a renamed or deleted tag. */
const FOLLOWING: ReadonlySet<string> = new Set([conversationTagsChanged.type, ticketTagsChanged.type]);

async function countTags(batch: readonly Tagged[]): Promise<void> {
  const { tx } = batch[0] as Tagged;
  const events = batch.map(({ event: { type, data, sequence, time } }) => ({
    ...subjectOf(data.id),
    sequence,
    usedAt: FOLLOWING.has(type) ? null : time,
    tags: 'tags' in data ? data.tags : [],
  }));
  const kinds = new Map(events.map(({ subject, kind }) => [subject, kind]));
  const found = await tx.query(findTagUses, [[...kinds.values()], [...kinds.keys()]]);
  const lastSeen = new Map(
    found.map((row) => [row.subject_id, { sequence: row.sequence, keys: row.tag_keys }]),
  );
  const { uses, changes } = countTagChanges(events, lastSeen);
  const updated = [...uses].map(([id, use]) => ({ kind: kinds.get(id), id, ...use }));
  const [created] = await Promise.all([
    addTagUses(tx, changes),
    updated.length > 0 && tx.query(upsertTagUses, [JSON.stringify(updated)]),
  ]);
  // Emitted in the transaction part of the event that first named the tag, whose actor and request it then carries.
  for (const row of created) batch[changes.get(row.name_key)?.source ?? 0]?.tx.emit(tagCreated, toTag(row));
}

/** The uuid of a ticket or conversation, and which of the two it is. */
function subjectOf(id: Tagged['event']['data']['id']) {
  const conversation = decodeId('conversation', id);
  return conversation === null
    ? { kind: 'ticket', subject: uuidOf('ticket', id as Id<'ticket'>) }
    : { kind: 'conversation', subject: conversation };
}

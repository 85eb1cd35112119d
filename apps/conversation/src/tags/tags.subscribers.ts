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
import { On } from '@parley/events';
import { newUuid } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { tagChanges, tellsOfTags } from './tag-use.rules.ts';
import { countUses, findTagUse, insertUnknownTags, keepTagUse, takeTurn, toTag } from './tags.queries.ts';

type TaggedEvent =
  | EventOf<typeof conversationCreated>
  | EventOf<typeof conversationUpdated>
  | EventOf<typeof ticketCreated>
  | EventOf<typeof ticketUpdated>;

/** Keeps the catalogue in step with the tags in use (docs/adr/0009-tag-counts.md). */
@Injectable()
export class TagSubscribers {
  /**
   * Events may come twice, late or in any order: what the newest event of a subject says replaces what was known of it,
   * and the difference is counted in the same transaction.
   */
  @On([conversationCreated, conversationUpdated, ticketCreated, ticketUpdated])
  async countTagsWhenTheyAreUsed(event: TaggedEvent, tx: Transaction): Promise<void> {
    if (!tellsOfTags(event)) return;
    const subject = subjectOf(event.data.id);
    // Sent together, run one after the other.
    const [, known] = await Promise.all([tx.system(takeTurn), tx.one(findTagUse, subject)]);
    if (known !== undefined && known.sequence >= event.sequence) {
      // Overtaken: its tags count for nothing any more, but the catalogue has every tag that was ever used.
      await addUnknown(tx, tagChanges([], event.data.tags).added, 0);
      return;
    }
    const { keys, added, removed } = tagChanges(known?.tag_keys ?? [], event.data.tags);
    const made = await addUnknown(tx, added, 1);
    const counted = added.map(({ key }) => key).filter((key) => !made.has(key));
    await Promise.all([
      tx.query(countUses, [counted, removed]),
      tx.query(keepTagUse, [...subject, event.sequence, keys]),
    ]);
  }
}

function subjectOf(id: TaggedEvent['data']['id']): readonly ['conversation' | 'ticket', string] {
  const conversation = decodeId('conversation', id);
  return conversation === null
    ? ['ticket', uuidOf('ticket', id as Id<'ticket'>)]
    : ['conversation', conversation];
}

/** Makes the tags that the catalogue does not have, with a number of uses; answers their keys. */
async function addUnknown(
  tx: Transaction,
  tags: readonly { key: string; name: string }[],
  uses: 0 | 1,
): Promise<ReadonlySet<string>> {
  if (tags.length === 0) return new Set();
  const made = await tx.query(insertUnknownTags, [
    tags.map(newUuid),
    tags.map(({ name }) => name),
    tags.map(({ key }) => key),
    DEFAULT_TAG_COLOR,
    uses,
    new Date(),
  ]);
  for (const row of made) tx.emit(tagCreated, toTag(row));
  return new Set(made.map((row) => row.name_key));
}

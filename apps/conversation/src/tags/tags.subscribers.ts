import { Injectable } from '@nestjs/common';
import {
  conversationCreated,
  conversationUpdated,
  DEFAULT_TAG_COLOR,
  tagCreated,
  ticketCreated,
  ticketUpdated,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import { newUuid } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { tagChanges, tellsOfTags } from './tag-use.rules.ts';
import { countUses, insertUnknownTags, keepTagUse, lockTagUse, toTag } from './tags.queries.ts';

type ConversationEvent = EventOf<typeof conversationCreated> | EventOf<typeof conversationUpdated>;
type TicketEvent = EventOf<typeof ticketCreated> | EventOf<typeof ticketUpdated>;

/**
 * Keeps the catalogue in step with the tags in use. Events may come twice, late or in any order: what the newest event
 * of a subject says replaces what was known of it, and the difference is counted in the same transaction.
 */
@Injectable()
export class TagSubscribers {
  @On([conversationCreated, conversationUpdated])
  async countTagsWhenConversationChanges(event: ConversationEvent, tx: Transaction): Promise<void> {
    await countTags(tx, ['conversation', uuidOf('conversation', event.data.id)], event);
  }

  @On([ticketCreated, ticketUpdated])
  async countTagsWhenTicketChanges(event: TicketEvent, tx: Transaction): Promise<void> {
    await countTags(tx, ['ticket', uuidOf('ticket', event.data.id)], event);
  }
}

async function countTags(
  tx: Transaction,
  subject: readonly ['conversation' | 'ticket', string],
  event: ConversationEvent | TicketEvent,
): Promise<void> {
  if (!tellsOfTags(event)) return;
  const known = await tx.one(lockTagUse, subject);
  if (known === undefined) return;
  if (known.sequence >= event.sequence) {
    // Overtaken: its tags count for nothing any more, but the catalogue has every tag that was ever used.
    await addUnknown(tx, tagChanges([], event.data.tags).added, 0);
    return;
  }
  const { keys, added, removed } = tagChanges(known.tag_keys, event.data.tags);
  const made = await addUnknown(tx, added, 1);
  const counted = added.map(({ key }) => key).filter((key) => !made.has(key));
  if (counted.length > 0 || removed.length > 0) await tx.query(countUses, [counted, removed]);
  await tx.query(keepTagUse, [...subject, event.sequence, keys]);
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

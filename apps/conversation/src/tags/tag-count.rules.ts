import { tagKey } from '@parley/contracts';

/** The tags of a ticket or conversation as one event shows them. */
export interface TagChange {
  readonly subject: string;
  readonly sequence: string;
  /** Null if the tags only follow a renamed or deleted one: nobody has used the names that they got. */
  readonly usedAt: string | null;
  readonly tags: readonly string[];
}

export interface TagUse {
  readonly sequence: string;
  readonly keys: readonly string[];
}

/** Change to the count of one tag; `source` is the index of the event that first named it. */
export interface CountChange {
  name: string;
  by: number;
  source: number;
  /** Time at which somebody last added the tag to its subject, or null if nobody did. */
  addedAt: string | null;
}

/**
 * Count changes that follow from events, which may be repeated, late or out of order: the newest event of a subject replaces the
 * tags last seen on it. An outdated one only contributes names, because the catalogue lists every tag that was ever used.
 */
export function countTagChanges(
  events: readonly TagChange[],
  known: ReadonlyMap<string, TagUse>,
): { uses: Map<string, TagUse>; changes: Map<string, CountChange> } {
  const uses = new Map<string, TagUse>();
  const changes = new Map<string, CountChange>();
  const count = (key: string, name: string, by: number, source: number) => {
    const change = changes.get(key) ?? { name, by: 0, source, addedAt: null };
    const { usedAt = null } = by > 0 ? (events[source] ?? {}) : {};
    const isLater = usedAt !== null && (change.addedAt === null || change.addedAt < usedAt);
    changes.set(key, { ...change, by: change.by + by, addedAt: isLater ? usedAt : change.addedAt });
  };
  for (const [source, { subject, sequence, tags }] of events.entries()) {
    const before = uses.get(subject) ?? known.get(subject);
    const isNewest = before === undefined || before.sequence < sequence;
    const had = new Set(before?.keys);
    const nameOf = new Map(tags.map((name) => [tagKey(name), name]));
    for (const [key, name] of nameOf) count(key, name, isNewest && !had.has(key) ? 1 : 0, source);
    if (!isNewest) continue;
    for (const key of had) if (!nameOf.has(key)) count(key, key, -1, source);
    uses.set(subject, { sequence, keys: [...nameOf.keys()] });
  }
  return { uses, changes };
}

/** A ticket or conversation as an event shows it; a deleted one shows only its id. */
export interface TaggedEvent {
  readonly data: { readonly id: string; readonly tags?: readonly string[] };
  readonly previous: { readonly id?: string; readonly tags?: readonly string[] } | null;
}

/** Whether an event changed the tags of its subject, created it with some, or deleted it: an earlier event may still arrive. */
export function affectsTags({ data: { tags }, previous }: TaggedEvent): boolean {
  if (tags === undefined) return true;
  return previous === null ? tags.length > 0 : previous.tags !== undefined;
}

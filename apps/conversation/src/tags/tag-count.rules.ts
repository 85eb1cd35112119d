import { tagKey } from '@parley/contracts';

/** What an event says of the tags of its subject. */
export interface TagChange {
  /** Which ticket or conversation. */
  readonly subject: string;
  readonly sequence: string;
  readonly tags: readonly string[];
}

/** What is known of the tags of a subject. */
export interface TagUse {
  readonly sequence: string;
  readonly keys: readonly string[];
}

/** By how many uses of a tag the catalogue changes; `source` is the place of the news that first named it. */
export interface CountChange {
  name: string;
  by: number;
  source: number;
}

/**
 * What news change, whatever is repeated, late or in the wrong order: the newest of a subject replaces what was known of
 * it, and the difference counts. Of one that was overtaken only the names matter: the catalogue has every tag that was
 * ever used.
 */
export function countTagChanges(
  news: readonly TagChange[],
  known: ReadonlyMap<string, TagUse>,
): { uses: Map<string, TagUse>; changes: Map<string, CountChange> } {
  const uses = new Map<string, TagUse>();
  const changes = new Map<string, CountChange>();
  const count = (key: string, name: string, by: number, source: number) => {
    const change = changes.get(key);
    if (change === undefined) changes.set(key, { name, by, source });
    else change.by += by;
  };
  for (const [source, { subject, sequence, tags }] of news.entries()) {
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

/**
 * Whether an event can change what is known of its subject's tags: it made the subject with tags, or changed them.
 * All others can be passed over in any order, because the newest of these alone decides.
 */
export function affectsTags(event: {
  data: { tags: string[] };
  previous: { tags?: string[] } | null;
}): boolean {
  return event.previous === null ? event.data.tags.length > 0 : event.previous.tags !== undefined;
}

import { tagKey } from '@parley/contracts';

/** The tags of a subject that came and went, by their keys. */
export function tagChanges(before: readonly string[], names: readonly string[]) {
  const nameOf = new Map(names.map((name) => [tagKey(name), name]));
  return {
    keys: [...nameOf.keys()],
    added: [...nameOf].filter(([key]) => !before.includes(key)).map(([key, name]) => ({ key, name })),
    removed: before.filter((key) => !nameOf.has(key)),
  };
}

/**
 * Whether an event can change what is known of its subject's tags: it made the subject with tags, or changed them.
 * All others can be passed over in any order, because the newest of these alone decides.
 */
export function tellsOfTags(event: {
  data: { tags: string[] };
  previous: { tags?: string[] } | null;
}): boolean {
  return event.previous === null ? event.data.tags.length > 0 : event.previous.tags !== undefined;
}

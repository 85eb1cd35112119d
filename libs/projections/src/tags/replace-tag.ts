import { tagKey } from '@parley/contracts';

/** Tags with the one of this key renamed, or removed if the new name is null; a tag that is there already stays once. */
export function replaceTag(tags: readonly string[], oldKey: string, newName: string | null): string[] {
  const others = new Set(tags.map(tagKey).filter((key) => key !== oldKey));
  return tags.flatMap((tag) => {
    if (tagKey(tag) !== oldKey) return [tag];
    return newName === null || others.has(tagKey(newName)) ? [] : [newName];
  });
}

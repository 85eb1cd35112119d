import { tagKey } from '@parley/contracts';

/** The columns of a record with tags: their names, and the keys that searches and filters find them by. */
export function tagColumns(tags: string[]): { tags: string[]; tag_keys: string[] } {
  return { tags, tag_keys: tags.map(tagKey) };
}

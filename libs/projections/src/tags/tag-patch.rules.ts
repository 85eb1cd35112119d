import { ApiError, tagKey, Tags } from '@parley/contracts';

/** How an update changes tags: it replaces all, adds some and removes some, in this order. */
export interface TagsPatch {
  tags?: string[] | undefined;
  add_tags?: string[] | undefined;
  remove_tags?: string[] | undefined;
}

/** The tags after a patch, ignoring case; those that remain keep their order and spelling. Throws 422 for more than 50. */
export function patchTags(
  noun: 'ticket' | 'conversation',
  present: readonly string[],
  { tags = [...present], add_tags: added = [], remove_tags: removed = [] }: TagsPatch,
): string[] {
  const removedKeys = new Set(removed.map(tagKey));
  const result = Tags.safeParse([...tags, ...added].filter((tag) => !removedKeys.has(tagKey(tag))));
  if (result.success) return result.data;
  const message = `a ${noun} can have at most 50 tags`;
  throw new ApiError('too_many_items', { param: 'add_tags', message: `add_tags: ${message}` });
}

/** A patch that sets `tags` needs no row to apply `add_tags` and `remove_tags`: applied and validated once for all. */
export function resolveTagChanges(noun: 'ticket' | 'conversation', patch: TagsPatch): TagsPatch {
  return patch.tags === undefined ? {} : { tags: patchTags(noun, [], patch), add_tags: [], remove_tags: [] };
}

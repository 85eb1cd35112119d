/**
 * The old values of the fields in which two shows of a resource differ: the `previous` of an `*.updated` event.
 * Times of the change itself do not count. Empty when nothing changed.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[]) {
    if (key !== 'updated_at' && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      changed[key] = before[key];
  }
  return changed;
}

/** Those of the asked values that a row does not already have; in JSON the order of keys does not count. */
export function differences<Row extends object, Asked extends Partial<Row>>(
  row: Row,
  asked: Asked,
): Partial<Asked> {
  const differing = Object.entries(asked).filter(
    ([key, value]) => value !== undefined && !isSame(row[key as keyof Row], value),
  );
  return Object.fromEntries(differing) as Partial<Asked>;
}

function isSame(stored: unknown, wanted: unknown): boolean {
  return stored === wanted || canonical(stored) === canonical(wanted);
}

/** JSON with its keys sorted: PostgreSQL keeps an order of its own in jsonb. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

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

/** The requested values that differ from the row; the order of JSON keys is ignored. */
export function changedValues<Row extends object, Requested extends Partial<Row>>(
  row: Row,
  requested: Requested,
): Partial<Requested> {
  const differing = Object.entries(requested).filter(
    ([key, value]) => value !== undefined && !isSameValue(row[key as keyof Row], value),
  );
  return Object.fromEntries(differing) as Partial<Requested>;
}

/** Whether two values are stored alike. */
export function isSameValue(stored: unknown, requested: unknown): boolean {
  return stored === requested || canonical(stored) === canonical(requested);
}

/** JSON with sorted keys, because jsonb does not preserve their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The previous values of changed fields except `updated_at`: the `previous` of an `*.updated` event. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[]) {
    if (key !== 'updated_at' && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      changed[key] = before[key];
  }
  return changed;
}

/** What lists changes shows of some fields: each with its value before and after. */
export function fromTo<T extends object>(
  before: T,
  after: Partial<T>,
  fields: readonly (keyof T & string)[] = Object.keys(after) as (keyof T & string)[],
): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    fields.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  );
}

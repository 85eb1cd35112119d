const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of `after` whose value differs from that in `before`: what an update has to send. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const names = Object.keys(after) as (keyof Fields)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  ) as Partial<Fields>;
}

/** A form after somebody else has changed its record: what was typed stays in the fields that they left alone. */
export function withNewValues<Fields extends object>(begun: Fields, typed: Fields, latest: Fields): Fields {
  return { ...typed, ...changedFields(begun, latest) };
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Whether `latest` has other values than `shown` in fields of an update. One that it has already, as after an update whose
 * answer was lost, is no conflict.
 */
export function conflicts(change: object, shown: object, latest: object): boolean {
  return Object.entries(change).some(([field, value]) => {
    const found = valueOf(latest as Values, field);
    return !isSame(found, valueOf(shown as Values, field)) && !isSame(found, value);
  });
}

/** What a record has for a field of an update, whose `assignee_id` is the id of its `assignee`. */
function valueOf(record: Values, field: string): unknown {
  if (field in record) return record[field];
  return (record[field.replace(/_id$/, '')] as { id: string } | null | undefined)?.id ?? null;
}

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

/** Whether `latest` has other values than `shown` in fields of an update. Its `assignee_id` is the `assignee` of records. */
export function conflicts(change: object, shown: object, latest: object): boolean {
  const changed = changedFields(shown, latest);
  return Object.keys(change).some((field) => field in changed || field.replace(/_id$/, '') in changed);
}

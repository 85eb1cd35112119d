import fc from 'fast-check';
import { ODD_VALUES } from './odd-values.ts';
import { SomeFile, SomeId } from './values.ts';

/** A change of a value of JSON at one of its places. */
export interface Change {
  nth: number;
  how: 'replace' | 'remove' | 'add';
  name: string;
  value: unknown;
}

export const changeOf: fc.Arbitrary<Change> = fc.record({
  nth: fc.nat({ max: 1_000 }),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  name: fc.constantFrom('no_such_field', '__proto__', 'constructor', 'id', 'é', ''),
  value: fc.constantFrom(...ODD_VALUES),
});

type Place = readonly (string | number)[];

const isInner = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof SomeId) && !(value instanceof SomeFile);

function placesIn(value: unknown, at: Place = []): Place[] {
  if (!isInner(value)) return [at];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [at, ...keys.flatMap((key) => placesIn(value[key as string], [...at, key]))];
}

/** The value with a change in it: at a place that it has, whatever the number. */
export function changed(value: unknown, { nth, how, name, value: other }: Change): unknown {
  const places = placesIn(value);
  const place = places[nth % places.length] ?? [];
  if (how === 'add') return withValue(value, [...place, name], () => other);
  return withValue(value, place, () => (how === 'remove' ? undefined : other));
}

function withValue(value: unknown, [key, ...rest]: Place, make: () => unknown): unknown {
  if (key === undefined) return make();
  // What has no fields is left as it is.
  if (!isInner(value)) return value;
  if (Array.isArray(value))
    return value.map((one, index): unknown => (index === key ? withValue(one, rest, make) : one));
  const others = Object.entries(value).filter(([name]) => name !== key);
  const made = withValue(Object.hasOwn(value, key) ? value[key] : undefined, rest, make);
  // Object.fromEntries makes own fields of all names, `__proto__` too.
  return Object.fromEntries(made === undefined ? others : [...others, [key, made]]);
}

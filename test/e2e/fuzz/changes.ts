import fc from 'fast-check';
import { ODD_VALUES } from './odd-values.ts';
import { SomeFile } from './values.ts';

/** Small differences from a value that may be valid. */
export const ALTERATIONS = {
  listed: (value: unknown) => [value],
  emptied: (value: unknown) => (Array.isArray(value) ? [] : ''),
  doubled: (value: unknown) =>
    Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[])] : value,
  'as text': (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  'as number': (value: unknown) => Number.parseFloat(JSON.stringify(value)),
  'as boolean': (value: unknown) => value !== '',
  'in capitals': (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value),
  'with a line feed': (value: unknown) => (typeof value === 'string' ? `${value}\n` : value),
  'with a space': (value: unknown) => (typeof value === 'string' ? `${value} ` : value),
  'with a letter': (value: unknown) => (typeof value === 'string' ? `${value}a` : value),
  'without a letter': (value: unknown) => (typeof value === 'string' ? value.slice(0, -1) : value),
} as const;
export type Alteration = keyof typeof ALTERATIONS;
export const alterationOf = fc.constantFrom(...(Object.keys(ALTERATIONS) as Alteration[]));

/** A change of a value of JSON at one of its places. */
export interface Change {
  nth: number;
  how: 'replace' | 'remove' | 'add' | 'alter';
  name: string;
  value: unknown;
  alteration: Alteration;
}

/** Items of a list that is too long for each field: a body with more than 10,000 values is refused as a whole. */
const LIST_MAX = 5_000;

/** @param limits of the texts, numbers and lists of a schema, one more than which is too much. */
export function changeOf(limits: readonly number[]): fc.Arbitrary<Change> {
  const beyond = limits.flatMap((limit): unknown[] => [
    'x'.repeat(limit + 1),
    '😀'.repeat(limit + 1),
    limit + 1,
    Array(Math.min(limit, LIST_MAX) + 1).fill('x'),
  ]);
  return fc.record({
    nth: fc.nat({ max: 1_000 }),
    how: fc.constantFrom('replace', 'replace', 'alter', 'alter', 'remove', 'add'),
    name: fc.constantFrom('no_such_field', '__proto__', 'constructor', 'id', 'é', ''),
    value: fc.oneof(
      fc.constantFrom(...ODD_VALUES),
      fc.constantFrom(...(beyond.length > 0 ? beyond : [null])),
    ),
    alteration: alterationOf,
  });
}

type Place = readonly (string | number)[];

const isInner = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof SomeFile);

function placesIn(value: unknown, at: Place = []): Place[] {
  if (!isInner(value)) return [at];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [at, ...keys.flatMap((key) => placesIn(value[key as string], [...at, key]))];
}

/** The value with a change in it: at a place that it has, whatever the number. */
export function changed(value: unknown, { nth, how, name, value: other, alteration }: Change): unknown {
  const places = placesIn(value);
  const place = places[nth % places.length] ?? [];
  if (how === 'add') return withValue(value, [...place, name], () => other);
  return withValue(value, place, (known) =>
    how === 'alter' ? ALTERATIONS[alteration](known) : how === 'remove' ? undefined : other,
  );
}

function withValue(value: unknown, [key, ...rest]: Place, make: (known: unknown) => unknown): unknown {
  if (key === undefined) return make(value);
  // What has no fields is left as it is.
  if (!isInner(value)) return value;
  if (Array.isArray(value))
    return value.map((one, index): unknown => (index === key ? withValue(one, rest, make) : one));
  const others = Object.entries(value).filter(([name]) => name !== key);
  const made = withValue(Object.hasOwn(value, key) ? value[key] : undefined, rest, make);
  // Object.fromEntries makes own fields of all names, `__proto__` too.
  return Object.fromEntries(made === undefined ? others : [...others, [key, made]]);
}

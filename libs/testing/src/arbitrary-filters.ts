import fc from 'fast-check';
import {
  FILTER_FIELDS,
  OPERATORS_OF,
  filterField,
  type CustomFields,
  type FilterCondition,
  type FilteredResource,
  type RecordFilter,
} from '@parley/contracts';

/** Texts that differ in case, in the two small letters of sigma, in length once they are folded, or for patterns of SQL alone. */
const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'ÄB',
  'äb',
  'ΟΔΟΣ',
  'οδος',
  'İ',
  'i̇',
  'ß',
  'SS',
  '😀b',
  '\uFFFD',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '?',
  '$1',
];

export const arbitraryText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));

/** A text that shows something. */
export const arbitraryName: fc.Arbitrary<string> = arbitraryText.map((text) => `x${text}`);

const scalar = fc.oneof(
  arbitraryText,
  fc.constantFrom<string | number | boolean>(
    '2026-11-21',
    '5',
    'true',
    -1,
    0,
    5,
    5.5,
    0.1,
    2 ** 53 - 1,
    true,
    false,
  ),
);

const KEYS = ['plan', 'a.b', 'Ä "x\\', '0'];

export const arbitraryCustomFields: fc.Arbitrary<CustomFields> = fc.dictionary(
  fc.constantFrom(...KEYS),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
);

export const arbitraryTags: fc.Arbitrary<string[]> = fc.uniqueArray(
  fc.constantFrom('billing', 'ΟΔΟΣ', 'x,y'),
  { maxLength: 3 },
);

/** Days before and after the moment of a filter. */
export const DAYS = [-30, -1, 0, 1];

/** Filters of a resource whose values are those of `pool`, which has them for each field that compares ids, numbers or external ids. */
export function arbitraryFilter(
  resource: FilteredResource,
  now: Date,
  pool: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<RecordFilter> {
  const names = [...Object.keys(FILTER_FIELDS[resource]), ...KEYS.map((key) => `custom.${key}`)];
  const condition = fc
    .constantFrom(...names)
    .chain((name) => arbitraryCondition(resource, name, now, pool[name]));
  const group = fc.array(condition, { maxLength: 3 });
  return fc.record({ all: group, any: group }, { requiredKeys: [] });
}

function arbitraryCondition(
  resource: FilteredResource,
  name: string,
  now: Date,
  given: readonly unknown[] | undefined,
): fc.Arbitrary<FilterCondition> {
  const field = filterField(resource, name);
  if (field === undefined) throw new Error(`no field of a ${resource}: ${name}`);
  const values: Record<typeof field.type, () => fc.Arbitrary<unknown>> = {
    word: () => fc.constantFrom(...(field.words ?? [])),
    id: () => fc.constantFrom(...(given ?? [])),
    tag: () => fc.constantFrom('Billing', 'billing', 'οδος', 'x,y', 'nobody'),
    text: () => (given === undefined ? arbitraryName : fc.constantFrom(...given)),
    number: () => fc.constantFrom(...(given ?? [0, 1, 2])),
    time: () => fc.constantFrom(...DAYS).chain((days) => fc.constantFrom(...timesOf(days, now))),
    custom: () => scalar,
  };
  const value = values[field.type]();
  const orNull = field.nullable ? fc.option(value, { freq: 4 }) : value;
  const isAlwaysSet = field.type === 'time' && !field.nullable;
  const operators = OPERATORS_OF[field.type].filter((op) => !isAlwaysSet || (op !== 'eq' && op !== 'ne'));
  return fc.constantFrom(...operators).chain((op) => {
    const compared: Record<string, () => fc.Arbitrary<unknown>> = {
      in: () => fc.array(orNull, { minLength: 1, maxLength: 3 }),
      not_in: () => fc.array(orNull, { minLength: 1, maxLength: 3 }),
      eq: () => (field.type === 'time' ? fc.constant(null) : orNull),
      ne: () => (field.type === 'time' ? fc.constant(null) : orNull),
      contains: () => fc.constantFrom(...TEXTS.filter((text) => text !== '')),
    };
    const ordered = field.type === 'custom' ? value.filter((one) => typeof one !== 'boolean') : value;
    return (compared[op]?.() ?? ordered).map((one) => ({ field: name, op, value: one }));
  });
}

const timesOf = (days: number, now: Date): readonly unknown[] => [
  new Date(now.getTime() + days * 86_400_000).toISOString(),
  days > 0 ? { from_now: `${days}d` } : { ago: `${-days * 24}h` },
];

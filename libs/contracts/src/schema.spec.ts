import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { invalidParameter } from './error.ts';
import {
  CustomFieldsPatch,
  Email,
  emailKey,
  Instant,
  mergeCustomFields,
  Tags,
  text,
  type CustomFields,
} from './schema.ts';

const errorsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
/** As it comes off the wire: an own key `__proto__`, which an object literal cannot write. */
const fromJson = (json: string): z.input<typeof CustomFieldsPatch> =>
  JSON.parse(json) as z.input<typeof CustomFieldsPatch>;

describe('custom fields', () => {
  it.each([[2 ** 53], [[-(2 ** 53)]]])('tell how to send %j', (value) => {
    expect(errorsOf(CustomFieldsPatch, { value })).toEqual([
      'must be a string, as an integer beyond 2^53 - 1',
    ]);
  });
});

describe('text', () => {
  it('accepts any Unicode except NUL and lone surrogates', () => {
    const codeUnit = fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(2));
    const anyString = fc.array(codeUnit, { maxLength: 6 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyString, (value) =>
        expect(text(1_000, 0).safeParse(value).success).toBe(
          !value.includes('\u0000') && value.isWellFormed(),
        ),
      ),
    );
  });

  it.each(['a\u0000', '\u0000', '\ud800', 'a\udfff', '\udc00\ud800'])('rejects %j', (value) => {
    expect(errorsOf(text(10), value)).toEqual(['must be valid Unicode without NUL characters']);
  });

  it('must not be blank', () => {
    expect(errorsOf(text(10), ' \t\n\u00a0')).toEqual(['must not be blank']);
  });

  it('reports one error if it is empty', () => {
    expect(errorsOf(text(10), '')).toEqual(['must not be empty']);
  });

  it('may be empty or blank if that is allowed', () => {
    expect(errorsOf(text(10, 0), '')).toEqual([]);
    expect(errorsOf(text(10, 0), ' ')).toEqual([]);
  });

  it('has at most its maximum length', () => {
    expect(errorsOf(text(5), 'abcde')).toEqual([]);
    expect(errorsOf(text(5), 'abcdef')).toHaveLength(1);
  });

  it('is stored as sent', () => {
    expect(text(10).parse('  e\u0301 ')).toBe('  e\u0301 ');
  });
});

describe('an e-mail address', () => {
  it.each([
    'dana@example.com',
    "o'brien+tag@sub.example.co",
    'jürgen@münchen.de',
    'a@b',
    'a..b.@docomo.example',
    '"john \\"doe\\" @home"@example.com',
    'dana@[192.0.2.1]',
    'dana@[IPv6:2001:db8::1]',
  ])('accepts %s', (value) => {
    expect(Email.parse(value)).toBe(value);
  });

  it.each([
    ' dana@example.com',
    'dana@example.com\n',
    'dana\u200b@exam\u00adple.com',
    '\ufeffdana@example.com\u2028',
    'da\u200dna@example.com',
  ])('%j is the one that people see', (value) => {
    expect([Email.parse(value), emailKey(value)]).toEqual(['dana@example.com', 'dana@example.com']);
  });

  it.each([
    'dana',
    '@example.com',
    'dana@',
    'a@b@c',
    'dana@exam ple.com',
    '.dana@example.com',
    'dana@example.com.',
    'dana@.example.com',
    'dana@example..com',
    '"dana@example.com',
    '"da"na@example.com',
    'dana@[192.0.2]',
    'dana@[example]',
    '\u200b@example.com',
    'dana@example.com,eve@example.com',
    'Dana <dana@example.com>',
    `${'a'.repeat(310)}@example.com`,
  ])('rejects %j', (value) => {
    expect(Email.safeParse(value).success).toBe(false);
  });

  it('has one key for all equivalent spellings', () => {
    expect(emailKey('Dana@Example.COM')).toBe(emailKey('dana@example.com'));
    expect(emailKey('jose\u0301@example.com')).toBe(emailKey('jos\u00e9@example.com'));
    expect(emailKey('dana@example.com')).not.toBe(emailKey('dan@example.com'));
  });
});

describe('an instant', () => {
  const iso = (text: string) => Instant.parse(text).toISOString();

  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-11-21T06:30', '2026-11-21T06:30:00.000Z'],
    ['2026-11-21T06:30:15', '2026-11-21T06:30:15.000Z'],
    ['2026-11-21T06:30:15Z', '2026-11-21T06:30:15.000Z'],
    ['2026-11-21T06:30:15.5Z', '2026-11-21T06:30:15.500Z'],
    ['2026-11-21T06:30:15,057+02:00', '2026-11-21T04:30:15.057Z'],
    ['2026-11-21T06:30:15-0530', '2026-11-21T12:00:15.000Z'],
    ['2026-11-21T06:30-08', '2026-11-21T14:30:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
  ])('accepts %s: a date or a datetime, in UTC by default', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('may have a space from URL decoding in place of its plus sign', () => {
    expect(iso('2026-11-21T06:30:00 02:00')).toBe('2026-11-21T04:30:00.000Z');
  });

  it('is rounded up to the next millisecond', () => {
    expect(iso('2026-11-21T06:30:15.057000Z')).toBe('2026-11-21T06:30:15.057Z');
    expect(iso('2026-11-21T06:30:15.057000001Z')).toBe('2026-11-21T06:30:15.058Z');
    expect(iso('2026-11-21T06:30:59.9999Z')).toBe('2026-11-21T06:31:00.000Z');
  });

  it('accepts ISO strings of JavaScript, with any offset', () => {
    const year = {
      min: new Date('0002-01-01T00:00Z'),
      max: new Date('9998-12-31T00:00Z'),
      noInvalidDate: true,
    };
    const minutes = fc.integer({ min: -1439, max: 1439 });
    fc.assert(
      fc.property(fc.date(year), minutes, (date, offset) => {
        expect(Instant.parse(date.toISOString())).toEqual(date);
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [hours, rest] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const suffix = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        expect(Instant.parse(local + suffix)).toEqual(date);
      }),
    );
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-11',
    '20261121',
    '21.11.2026',
    '2026-11-31',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-21T24:00:00Z',
    '2026-11-21T06:60:00Z',
    '2026-11-21T06:30:60Z',
    '2026-11-21T06:30:00+24:00',
    '2026-11-21T06:30:00+02:60',
    '2026-11-21T06Z',
    '2026-11-21Z',
    '2026-11-21T',
    '2026-11-21T06:30:00ZZ',
    ' 2026-11-21',
    '2026-11-21\n',
    '1700000000',
    '+012026-11-21',
    '-2026-11-21',
    '２０２６-11-21',
  ])('rejects %j', (text) => {
    expect(errorsOf(Instant, text)).toEqual(['must be a valid ISO 8601 date or datetime']);
  });

  it('must be a string', () => {
    expect(Instant.safeParse(1_700_000_000_000).success).toBe(false);
    expect(Instant.safeParse(['2026-11-21', '2026-11-22']).success).toBe(false);
  });
});

describe('tags', () => {
  it('are unique without regard to case, in the order they were sent', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'B', 'é', 'É', 'c');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 50 }), (names) => {
        const isFirst = (tag: string, index: number) =>
          names.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index;
        expect(Tags.parse(names)).toEqual(names.filter(isFirst));
      }),
    );
  });

  it('are equal in all Unicode normalization forms', () => {
    expect(Tags.parse(['\u00e9t\u00e9', 'e\u0301te\u0301', '\u00c9TE\u0301'])).toEqual(['\u00e9t\u00e9']);
  });

  it('are at most 50, each of 1 to 64 characters', () => {
    const many = Array.from({ length: 51 }, (_, index) => `tag ${index}`);
    expect(Tags.safeParse(many.slice(1)).success).toBe(true);
    expect(Tags.safeParse(many).success).toBe(false);
    expect(Tags.safeParse(['x'.repeat(64)]).success).toBe(true);
    expect(Tags.safeParse(['x'.repeat(65)]).success).toBe(false);
    expect(Tags.safeParse(['']).success).toBe(false);
    expect(Tags.safeParse([null]).success).toBe(false);
  });
});

describe('custom fields', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.integer(),
    fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    fc.boolean(),
  );
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  const key = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', 'hasOwnProperty', 'd e');
  const fields = fc.dictionary(key, value, { noNullPrototype: true });
  const patch = fc.dictionary(key, fc.oneof(value, fc.constant(null)), { noNullPrototype: true });

  it('accept scalars and lists of scalars', () => {
    fc.assert(fc.property(patch, (sent) => expect(CustomFieldsPatch.parse(sent)).toEqual(sent)));
  });

  it.each([
    ['an object', { field: {} }],
    ['a list of lists', { field: [[]] }],
    ['a list with null', { field: [null] }],
    ['an infinite number', { field: Infinity }],
  ])('reject a value that is %s', (_what, sent) => {
    expect(errorsOf(CustomFieldsPatch, sent)).toEqual([
      'must be a string, a number, a boolean or an array of these; an integer beyond 2^53 - 1 must be a string',
    ]);
  });

  it.each([
    ['NUL in a value', { field: 'x\u0000' }],
    ['a lone surrogate in a list', { field: ['\ud800'] }],
    ['NUL in a key', { 'x\u0000': 1 }],
    ['an empty key', { '': 1 }],
    ['a key of 256 characters', { ['x'.repeat(256)]: 1 }],
  ])('reject %s', (_what, sent) => {
    expect(CustomFieldsPatch.safeParse(sent).success).toBe(false);
  });

  it('have at most 100 keys and 16 KiB in a request', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
    expect(CustomFieldsPatch.safeParse(keys(100)).success).toBe(true);
    expect(errorsOf(CustomFieldsPatch, keys(101))).toEqual(['must have at most 100 keys']);
    // {"k":"…"} is 8 bytes around the value; a two-byte character counts as two.
    const sized = (bytes: number) => ({ k: 'é'.repeat((bytes - 8) / 2) });
    expect(CustomFieldsPatch.safeParse(sized(16_384)).success).toBe(true);
    expect(errorsOf(CustomFieldsPatch, sized(16_386))).toEqual(['must be at most 16 KiB as JSON']);
  });

  it('are merged by key; null removes one, and the others are kept', () => {
    fc.assert(
      fc.property(fields, patch, (stored, sent) => {
        const merged = mergeCustomFields(stored, sent);
        for (const name of new Set([...Object.keys(stored), ...Object.keys(sent)])) {
          const expected = Object.hasOwn(sent, name) ? sent[name] : stored[name];
          expect(Object.hasOwn(merged, name)).toBe(expected !== null);
          if (expected !== null) expect(merged[name]).toBe(expected);
        }
      }),
    );
  });

  it('have only integers that a double keeps, because others would be stored as another number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.boolean(), (value, isListed) => {
        const sent = fromJson(`{"a": ${isListed ? `[${value}]` : value}}`);
        const isKept = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
        expect(CustomFieldsPatch.safeParse(sent).success).toBe(isKept);
      }),
      {
        examples: [
          [146312323488002033n, false],
          [2n ** 53n, true],
          [2n ** 53n - 1n, false],
        ],
      },
    );
    expect(CustomFieldsPatch.safeParse({ a: 0.1, b: '146312323488002033' }).success).toBe(true);
  });

  it('are merged without changing the stored object', () => {
    const stored: CustomFields = { a: 1, b: [2] };
    mergeCustomFields(stored, { a: null, b: [3], c: 4 });
    expect(stored).toEqual({ a: 1, b: [2] });
  });

  it('are rejected if the merged result is too large', () => {
    const tooLarge = invalidParameter('custom_fields', 'must have at most 100 keys and 16 KiB as JSON');
    const keys = (count: number, prefix: string): CustomFields =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, 1]));
    expect(Object.keys(mergeCustomFields(keys(60, 'a'), keys(40, 'b')))).toHaveLength(100);
    expect(() => mergeCustomFields(keys(60, 'a'), keys(41, 'b'))).toThrow(tooLarge);
    const long = 'x'.repeat(9_000);
    expect(() => mergeCustomFields({ a: long }, { b: long })).toThrow(tooLarge);
    expect(mergeCustomFields({ a: long }, { a: null, b: long })).toEqual({ b: long });
  });

  it('drop a key __proto__ and pollute no prototype', () => {
    const sent = fromJson('{"__proto__": {"polluted": true}, "a": 1}');
    expect(CustomFieldsPatch.parse(sent)).toEqual({ a: 1 });
    expect(Object.keys(CustomFieldsPatch.parse(sent))).toEqual(['a']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('merge a stored key __proto__ as data', () => {
    const stored = fromJson('{"__proto__": "x"}') as CustomFields;
    const merged = mergeCustomFields(stored, fromJson('{"__proto__": ["y"], "a": 1}'));
    expect(Object.entries(merged)).toEqual([
      ['__proto__', ['y']],
      ['a', 1],
    ]);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(mergeCustomFields(stored, fromJson('{"__proto__": null}')))).toEqual([]);
  });
});

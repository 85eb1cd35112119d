import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  CustomFieldsPatch,
  Email,
  emailKey,
  mergeCustomFields,
  Tags,
  text,
  type CustomFields,
} from './schema.ts';

const faultsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
/** As it comes off the wire: an own key `__proto__`, which an object literal cannot write. */
const fromJson = (json: string): z.input<typeof CustomFieldsPatch> =>
  JSON.parse(json) as z.input<typeof CustomFieldsPatch>;

describe('text', () => {
  it('holds any Unicode but NUL and lone surrogates', () => {
    const codeUnit = fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(2));
    const anyString = fc.array(codeUnit, { maxLength: 6 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyString, (value) => {
        expect(text(1_000, 0).safeParse(value).success).toBe(
          !value.includes('\u0000') && value.isWellFormed(),
        );
      }),
    );
  });

  it.each(['a\u0000', '\u0000', '\ud800', 'a\udfff', '\udc00\ud800'])('is not %j', (value) => {
    expect(faultsOf(text(10), value)).toEqual(['must be valid Unicode without NUL characters']);
  });

  it('is not blank', () => {
    expect(faultsOf(text(10), ' \t\n\u00a0')).toEqual(['must not be blank']);
  });

  it('has one fault when it is empty', () => {
    expect(faultsOf(text(10), '')).toEqual(['must not be empty']);
  });

  it('may be empty or blank where that is allowed', () => {
    expect(faultsOf(text(10, 0), '')).toEqual([]);
    expect(faultsOf(text(10, 0), ' ')).toEqual([]);
  });

  it('is as long as allowed, and no longer', () => {
    expect(faultsOf(text(5), 'abcde')).toEqual([]);
    expect(faultsOf(text(5), 'abcdef')).toHaveLength(1);
  });

  it('is kept as it was sent', () => {
    expect(text(10).parse('  e\u0301 ')).toBe('  e\u0301 ');
  });
});

describe('an e-mail address', () => {
  it.each(['dana@example.com', "o'brien+tag@sub.example.co", 'jürgen@münchen.de', 'a@b'])(
    'is %s',
    (value) => {
      expect(Email.safeParse(value).success).toBe(true);
    },
  );

  it.each([
    'dana',
    '@example.com',
    'dana@',
    'a@b@c',
    'dana@exam ple.com',
    ' dana@example.com',
    'dana@example.com\n',
    'dana@example.com,eve@example.com',
    'Dana <dana@example.com>',
    `${'a'.repeat(310)}@example.com`,
  ])('is not %j', (value) => {
    expect(Email.safeParse(value).success).toBe(false);
  });

  it('has one key for all its spellings', () => {
    expect(emailKey('Dana@Example.COM')).toBe(emailKey('dana@example.com'));
    expect(emailKey('jose\u0301@example.com')).toBe(emailKey('jos\u00e9@example.com'));
    expect(emailKey('dana@example.com')).not.toBe(emailKey('dan@example.com'));
  });
});

describe('tags', () => {
  it('keep the first spelling of each, in its place', () => {
    expect(Tags.parse(['VIP', 'billing', 'vip', 'Billing', 'Vip', 'new'])).toEqual(['VIP', 'billing', 'new']);
  });

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

  it('are 50 at most, each of 1 to 64 characters', () => {
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
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  const key = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', 'hasOwnProperty', 'd e');
  const fields = fc.dictionary(key, value, { noNullPrototype: true });
  const patch = fc.dictionary(key, fc.oneof(value, fc.constant(null)), { noNullPrototype: true });

  it('hold scalars and lists of scalars', () => {
    fc.assert(
      fc.property(patch, (sent) => {
        expect(CustomFieldsPatch.parse(sent)).toEqual(sent);
      }),
    );
  });

  it.each([
    ['an object', { field: {} }],
    ['a list of lists', { field: [[]] }],
    ['a list with null', { field: [null] }],
    ['an infinite number', { field: Infinity }],
  ])('hold no %s', (_what, sent) => {
    expect(faultsOf(CustomFieldsPatch, sent)).toEqual([
      'must be a string, a number, true, false or a list of these',
    ]);
  });

  it.each([
    ['NUL in a value', { field: 'x\u0000' }],
    ['a lone surrogate in a list', { field: ['\ud800'] }],
    ['NUL in a key', { 'x\u0000': 1 }],
    ['an empty key', { '': 1 }],
    ['a key of 256 characters', { ['x'.repeat(256)]: 1 }],
  ])('refuse %s', (_what, sent) => {
    expect(CustomFieldsPatch.safeParse(sent).success).toBe(false);
  });

  it('have 100 keys and 16 KiB at most in what is sent', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
    expect(CustomFieldsPatch.safeParse(keys(100)).success).toBe(true);
    expect(faultsOf(CustomFieldsPatch, keys(101))).toEqual(['must have at most 100 keys']);
    // {"k":"…"} is 8 bytes around the value; a two-byte character counts as two.
    const sized = (bytes: number) => ({ k: 'é'.repeat((bytes - 8) / 2) });
    expect(CustomFieldsPatch.safeParse(sized(16_384)).success).toBe(true);
    expect(faultsOf(CustomFieldsPatch, sized(16_386))).toEqual(['must be at most 16 KiB as JSON']);
  });

  it('are merged by key; null removes one, and the rest stays', () => {
    fc.assert(
      fc.property(fields, patch, (stored, sent) => {
        const merged = mergeCustomFields(stored, sent) ?? {};
        for (const name of new Set([...Object.keys(stored), ...Object.keys(sent)])) {
          const expected = Object.hasOwn(sent, name) ? sent[name] : stored[name];
          expect(Object.hasOwn(merged, name)).toBe(expected !== null);
          if (expected !== null) expect(merged[name]).toBe(expected);
        }
      }),
    );
  });

  it('are the same when a patch is merged again', () => {
    fc.assert(
      fc.property(fields, patch, (stored, sent) => {
        const once = mergeCustomFields(stored, sent) ?? {};
        expect(mergeCustomFields(once, sent)).toEqual(once);
      }),
    );
  });

  it('leave what is stored untouched', () => {
    const stored: CustomFields = { a: 1, b: [2] };
    mergeCustomFields(stored, { a: null, b: [3], c: 4 });
    expect(stored).toEqual({ a: 1, b: [2] });
  });

  it('are refused when the result is too large, though each part is not', () => {
    const keys = (count: number, prefix: string): CustomFields =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, 1]));
    expect(mergeCustomFields(keys(60, 'a'), keys(40, 'b'))).not.toBeNull();
    expect(mergeCustomFields(keys(60, 'a'), keys(41, 'b'))).toBeNull();
    expect(mergeCustomFields({ a: 'x'.repeat(9_000) }, { b: 'x'.repeat(9_000) })).toBeNull();
    expect(mergeCustomFields({ a: 'x'.repeat(9_000) }, { a: null, b: 'x'.repeat(9_000) })).not.toBeNull();
  });

  it('drop a key __proto__ and pollute no prototype', () => {
    const sent = fromJson('{"__proto__": {"polluted": true}, "a": 1}');
    expect(CustomFieldsPatch.parse(sent)).toEqual({ a: 1 });
    expect(Object.keys(CustomFieldsPatch.parse(sent))).toEqual(['a']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('merge a key __proto__ as data, should one be stored', () => {
    const stored = fromJson('{"__proto__": "x"}') as CustomFields;
    const merged = mergeCustomFields(stored, fromJson('{"__proto__": ["y"], "a": 1}')) ?? {};
    expect(Object.entries(merged)).toEqual([
      ['__proto__', ['y']],
      ['a', 1],
    ]);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(mergeCustomFields(stored, fromJson('{"__proto__": null}')) ?? {})).toEqual([]);
  });
});

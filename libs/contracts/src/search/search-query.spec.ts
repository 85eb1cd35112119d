import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defineSearchable, parseSearchQuery, termsFor } from './search-query.ts';

const unquoted = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((value) => !/["“”„«»]/u.test(value) && !value.includes('\u0000'));

describe('parseSearchQuery', () => {
  it('parses any string', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => Array.isArray(parseSearchQuery(query))));
  });

  it('counts to twenty words and values, in any order', () => {
    const size = (query: string) =>
      parseSearchQuery(query).flatMap((term) => ('field' in term ? term.values : term.words.split(' ')))
        .length;
    const part = fc.constantFrom(
      'word',
      '"a phrase of five words"',
      'tag:a,b,c',
      'email:x@example.com',
      '-no',
      'status:open,closed',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(size(parts.join(' '))).toBeLessThanOrEqual(20);
      }),
    );
    expect(size('word '.repeat(30))).toBe(20);
    expect(size(`tag:${'a,'.repeat(30)}a`)).toBe(20);
  });

  it.each([
    ['a phrase of characters that are words', '\u4e2d'.repeat(999)],
    ['an exclusion of them', `-${'\u4e2d'.repeat(999)}`],
    ['emoji', '\u{1f600}'.repeat(499)],
    ['words between dots', 'a.'.repeat(499)],
    ['twenty words of such characters', `${'\u4e2d'.repeat(45)} `.repeat(20)],
    ['fields without a possible value', `status:${'\u4e2d'.repeat(100)} `.repeat(8)],
  ])('counts to sixty parts of words: %s', (_, query) => {
    const terms = termsFor(parseSearchQuery(query), defineSearchable({}));
    const texts = terms.map((term) => ('words' in term ? term.words : '')).join(' ');
    expect(texts.match(/[\u4e2d\u{1f600}]|\w+/gu)).toHaveLength(60);
  });

  it('reads every quoted key and value of a custom field', () => {
    const quotes = fc.constantFrom(['"', '"'], ['“', '”'], ['„', '“']);
    fc.assert(
      fc.property(unquoted, unquoted, quotes, (key, value, [open, close]) => {
        const query = `custom.${open}${key}${close}:${open}${value}${close}`;
        expect(parseSearchQuery(query)).toEqual([
          { field: 'custom', key, values: [value], text: query, excluded: false },
        ]);
      }),
    );
  });
});

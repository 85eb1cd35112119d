import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseSearchQuery } from './search-query.ts';

const unquoted = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((value) => !/["“”„«»]/u.test(value) && !value.includes('\u0000'));

describe('parseSearchQuery', () => {
  it('parses any string', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => Array.isArray(parseSearchQuery(query))));
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

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonMembers } from './json-members.ts';
import { Refusal } from './refusal.ts';

const contentOf = (members: JsonMembers, name: string): string =>
  Buffer.concat([...(members.content(name) ?? [])]).toString('utf8');

describe('the members of a JSON object', () => {
  it('are its strings, as JSON.parse reads them', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.constantFrom(0, 2),
        (object, indent) => {
          const members = JsonMembers.of(Buffer.from(JSON.stringify(object, null, indent)));
          for (const [name, value] of Object.entries(object))
            expect(members.text(name)).toBe(
              typeof value === 'string' ? Buffer.from(value).toString('utf8') : null,
            );
        },
      ),
    );
  });

  it('are decoded piece by piece without breaking a character or an escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.nat(3), (text, shift) => {
        const long = 'x'.repeat(shift) + text.repeat(Math.ceil(150_000 / text.length));
        const escaped = JSON.stringify({ long }).replaceAll(
          /[^\x20-\x7e]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        for (const json of [escaped, JSON.stringify({ long })])
          expect(contentOf(JsonMembers.of(Buffer.from(json)), 'long')).toBe(long.toWellFormed());
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    '',
    'null',
    '[]',
    '"a"',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":"b',
    '{"a":"b"',
    '{"a":[}',
    '{}x',
    '{"a":1}{',
  ])('of %j, which is no object, are refused', (text) => {
    expect(() => JsonMembers.of(Buffer.from(text))).toThrow(Refusal);
  });

  it('have escapes that are checked when they are read', () => {
    const members = JsonMembers.of(Buffer.from('{"a":"\\x","b":"c"}'));
    expect(() => members.text('a')).toThrow(Refusal);
    expect(members.text('b')).toBe('c');
  });
});

import { describe, expect, it } from '@jest/globals';
import { findQuote } from './find-quote.ts';
import { linesOfText, type QuoteLine } from './quote-line.ts';

const SIZE = 64 * 1024;
/** Looks at a line: a block of headers has 16, an attribution four. */
const LOOKS_MAX = 40;

/** How many lines are looked at for the text, each time that one is. */
function looksAt(text: string): number {
  let looks = 0;
  const lines = new Proxy(linesOfText(text), {
    get(target: QuoteLine[], key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  findQuote(lines);
  return looks;
}

const filled = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));

describe('the search for a quotation', () => {
  it.each([
    ...['x\n', '\n', '>\n', '> x\n', 'x\n>\n', 'x:\n>\n', '>\nx\n\n', '>\n--\n', 'x\n> y\n-- \n', '----\n', '____\n\n', '>\n\n\n\nx\n'],
    ...['On 3\n', 'On 3 May 2025 at 10:12 a@b.example\n', 'a@b.example\n', 'On 3 May 2025 at 10:12 A wrote:\n', '3 May 2025 A wrote:\n\n'],
    ...['A 3 May wrote:\n\n> x\ny\n\n', '<\n', 'a <\n>:\n', 'From: x\n', 'From:\n\n', 'From: a@b.example\nTo: x\n', 'To: x\n\n', 'Von: x\nx\n'],
    ...['-----Original Message-----\n>\nx\n', 'x\n-----Original Message-----\n> y\nz\n', 'a@b.example 10:12 2025:\n>\nx\n', '> From: x\n', ' > \n'],
    ...['> xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nx\n', 'On 3 May 2025 at 10:12 A <a@b.example> wrote:\n>\nx\n'],
  ])('looks at each line a bounded number of times: %j', (part) => {
    const text = filled(part, SIZE);
    expect(looksAt(text)).toBeLessThanOrEqual(LOOKS_MAX * text.split('\n').length);
  }); // oxfmt-ignore

  it('looks at the beginning of a line alone', () => {
    const line = linesOfText(filled('On 3 May 2025 a@b.example <', SIZE))[0];
    expect(line?.text.length).toBeLessThanOrEqual(500);
  });
});

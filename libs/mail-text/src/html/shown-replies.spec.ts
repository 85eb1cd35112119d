import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { textOf } from '../html-text.ts';
import { lettersOf } from '../quotes/quote-line.ts';
import { splitQuote } from '../quotes/split-quote.ts';
import { activeParts } from './inert.fixture.ts';
import { sanitizeForDisplay } from './received-html.ts';

const DATA = new URL('../../test-data/', import.meta.url);

const mails = ['replies', 'talon'].flatMap((folder) =>
  readdirSync(new URL(folder, DATA))
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`),
);

describe('the HTML of a reply', () => {
  it.each(mails)('is shown with its whole text and its quotation folded: %s', (path) => {
    const html = readFileSync(new URL(path, DATA), 'utf8');
    const { html: marked, quotedBody } = splitQuote({ text: textOf(html), html });
    const shown = sanitizeForDisplay(marked ?? '', { urlOfContentId: () => null, remote: 'blocked' });
    expect(activeParts(shown.html)).toEqual([]);
    expect(shown.html.includes('<summary>')).toBe(quotedBody !== null);
    expect(lettersOf(textOf(shown.html))).toBe(lettersOf(textOf(html)));
    expect(shown.hasRemoteContent).toBe(false);
  });
});

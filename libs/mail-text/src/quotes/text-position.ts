import { type QuoteFinding, withRules } from './find-quote.ts';
import type { HtmlLine } from './html-lines.ts';
import { lettersOf, type QuoteLine } from './quote-line.ts';

type Range = Extract<QuoteFinding, { kind: 'quote' }>;

/** Letters by which a line of HTML is found in the text, and the fewest of them. */
const SOUGHT_MAX = 60;
const SOUGHT_MIN = 8;
/** Places at which they are found but where no line begins. */
const PLACES_MAX = 50;

/**
 * The lines of the text that are those of the HTML, or null. The text of a mail has the letters of its HTML, but not its lines: programs
 * wrap them, mark quotations and write the URLs of links out. So the line is one that begins as the HTML does there: at the same number of
 * letters, else the first one.
 */
export function findInText(
  mailText: string,
  textLines: readonly QuoteLine[],
  htmlLines: readonly HtmlLine[],
  range: Range,
): Range | null {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const line of mailText.split('\n')) {
    starts.push(length);
    const letters = lettersOf(line);
    parts.push(letters);
    length += letters.length;
  }
  const text = new TextLetters(parts.join(''), starts, textLines);
  const from = text.find(htmlLines, range.from);
  if (from === null) return null;
  const to = range.to >= htmlLines.length ? textLines.length : text.find(htmlLines, range.to, from + 1);
  return { kind: 'quote', from: withRules(textLines, from), to: to ?? textLines.length };
}

/** The letters of a text, with the lines in which they are. */
class TextLetters {
  constructor(
    private readonly letters: string,
    /** The index of the first letter of each line, or of the next one that has any. */
    private readonly starts: readonly number[],
    private readonly lines: readonly QuoteLine[],
  ) {}

  /** The line, from `after` on, that begins with the letters of the line of HTML. */
  find(htmlLines: readonly HtmlLine[], at: number, after = 0): number | null {
    const sought = lettersFrom(htmlLines, at);
    if (sought.length < SOUGHT_MIN) return null;
    const expected = htmlLines.slice(0, at).reduce((sum, { letters }) => sum + letters, 0);
    if (this.letters.startsWith(sought, expected)) {
      const line = this.lineAt(expected);
      if (line !== null && line >= after) return line;
    }
    let place = this.letters.indexOf(sought, this.starts[after] ?? 0);
    for (let places = 0; place >= 0 && places < PLACES_MAX; places += 1) {
      const line = this.lineAt(place);
      if (line !== null && line >= after) return line;
      place = this.letters.indexOf(sought, place + 1);
    }
    return null;
  }

  /** The line that begins with the letter, found by halving; null if the letter is within one. */
  private lineAt(letter: number): number | null {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= letter) low = middle + 1;
      else high = middle;
    }
    const line = low - 1;
    return line >= 0 && this.starts[line] === letter && this.lines[line]?.text !== '' ? line : null;
  }
}

function lettersFrom(lines: readonly HtmlLine[], at: number): string {
  let letters = '';
  for (let line = at; line < lines.length && letters.length < SOUGHT_MAX; line += 1)
    letters += lettersOf(lines[line]?.text ?? '');
  return letters.slice(0, SOUGHT_MAX);
}

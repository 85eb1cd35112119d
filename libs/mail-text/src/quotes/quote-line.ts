/** What HTML says about a line besides its text. `rest` begins a quotation that reaches to the end of the mail. */
export type QuoteMark = 'quote' | 'rest' | 'forward';

/** A line of a mail, as the rules for quotations look at it. */
export interface QuoteLine {
  /** Its text without marks of quotation, white space around it and characters that are not seen. */
  readonly text: string;
  /** Quotations that it is within. */
  readonly level: number;
  /** The only thing that quotes it is an element for indentation, which people write with too. */
  readonly isIndented: boolean;
  readonly mark: QuoteMark | null;
  /** A signature by what its HTML says. */
  readonly isSignature: boolean;
}

/** Characters of a line that are looked at: more are in no line of a header, and would multiply the work. */
const TEXT_MAX = 500;

/** Zero-width characters, directional marks of Hebrew and Arabic programs, and byte order marks within a text. */
const UNSEEN = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000\t]/g;

/** The lines of a plain text: `>` marks quote a line, as RFC 3676 section 4.5 has them. */
export function linesOfText(text: string): QuoteLine[] {
  let isOpen = false;
  return text.split('\n').map((line) => {
    // The end of an address that is wrapped, as in `Dana <dana@example.com\n>:`, is no mark.
    const isClosing = isOpen && /[:：]\s*$/.test(line.slice(-8));
    const { level, content } = isClosing ? { level: 0, content: line } : withoutMarks(line);
    isOpen = level === 0 && line.slice(-TEXT_MAX).lastIndexOf('<') > line.slice(-TEXT_MAX).lastIndexOf('>');
    return { text: seenText(content), level, isIndented: false, mark: null, isSignature: false };
  });
}

function withoutMarks(line: string): { level: number; content: string } {
  let level = 0;
  let at = 0;
  for (; at < line.length; at += 1) {
    if (line[at] === '>') level += 1;
    else if (line[at] !== ' ') break;
  }
  return { level, content: level === 0 ? line : line.slice(at) };
}

/** A text as the rules compare it: with one kind of blank, without what is not seen, cut where no header reaches. */
export function seenText(text: string): string {
  return text.slice(0, TEXT_MAX).replaceAll(UNSEEN, '').replaceAll(SPACES, ' ').trim();
}

/** What the text parts of a mail agree on, whatever marks, blanks and line ends they have. */
export function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

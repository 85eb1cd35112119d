import { isForwardSubject } from '../subject.ts';
import { findQuote, type QuoteFinding } from './find-quote.ts';
import { readHtml } from './html-lines.ts';
import { markedHtml } from './marked-html.ts';
import { linesOfText } from './quote-line.ts';
import { findInText } from './text-position.ts';

/** A mail as it is split. */
export interface SplitInput {
  /** Its text, or the text of its HTML. */
  readonly text: string;
  readonly html: string | null;
  /** Its subject: with the prefix of a forward the mail is not split, as what is forwarded is what it is about. */
  readonly subject?: string | undefined;
}

/** The text and the quotation of a mail. */
export interface SplitMail {
  /** What its sender wrote; the whole text where `quotedBody` is null. */
  readonly body: string;
  /** What it quotes, with the lines that introduce it. */
  readonly quotedBody: string | null;
  /** The HTML with the quotation in elements with the attribute {@link QUOTE_ATTRIBUTE}; as it came without one. */
  readonly html: string | null;
}

/**
 * Splits a mail into what its sender wrote and the earlier mails below it: by what mail programs say in HTML, else by attributions,
 * blocks of headers and `>` marks. It never removes anything: each line that is not empty is in the body or in the quotation, in its
 * order. A mail is not split if answers are within the quotation or below it, if it forwards something, or if nothing would be left;
 * a signature below the quotation stays in the body. HTML beyond the limits of `checkHtmlSize` is not read. The time is linear in
 * the size.
 *
 * Forms of quotations: RFC 3676 section 4.5, and what the programs named in `phrases.ts` and `html-marks.ts` write.
 */
export function splitQuote({ text, html, subject }: SplitInput): SplitMail {
  const whole = { body: text, quotedBody: null, html };
  if (subject !== undefined && isForwardSubject(subject)) return whole;
  const read = html === null ? null : readHtml(html);
  const found: QuoteFinding = read === null ? { kind: 'none' } : findQuote(read.lines);
  // HTML that was read decides: its text has the same lines, and says more about them.
  if (read !== null && found.kind !== 'quote') return whole;
  const textLines = linesOfText(text);
  const range =
    (read !== null && found.kind === 'quote' ? findInText(text, textLines, read.lines, found) : null) ??
    findQuote(textLines);
  return {
    ...(range.kind === 'quote' ? splitLines(text, range) : whole),
    html: read !== null && found.kind === 'quote' ? markedHtml(read, found) : html,
  };
}

/** Splits between lines. Empty ones beside the quotation are left out, as nothing is in them. */
function splitLines(text: string, { from, to }: { from: number; to: number }): Omit<SplitMail, 'html'> {
  const lines = text.split('\n');
  const parts = [lines.slice(0, from), lines.slice(to)].map((part) => withoutEmptyEnds(part).join('\n'));
  const body = parts.filter((part) => part !== '').join('\n\n');
  const quotedBody = withoutEmptyEnds(lines.slice(from, to)).join('\n');
  return body.trim() === '' || quotedBody === '' ? { body: text, quotedBody: null } : { body, quotedBody };
}

function withoutEmptyEnds(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string) => line.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(isFilled)), lines.findLastIndex(isFilled) + 1);
}

import { attributionAt, isLikeAttribution } from './attributions.ts';
import { headerBlockLength } from './header-blocks.ts';
import { isForwardTitle, isOriginalTitle, isRule, isSignatureDelimiter } from './line-forms.ts';
import type { QuoteLine } from './quote-line.ts';

/**
 * What was found: the lines of a quotation; that the mail is to be shown whole, because it is a forward, nothing but a quotation, or
 * answers within one; or nothing.
 */
export type QuoteFinding =
  | { readonly kind: 'quote'; readonly from: number; readonly to: number }
  | { readonly kind: 'whole' | 'none' };

/** Where a quotation may begin. */
interface Start {
  readonly from: number;
  /** The line after what introduces it. */
  readonly content: number;
  /** It reaches to the end if its lines have no marks. */
  readonly isCertain: boolean;
  /** It may be a quotation that the writer made within the text. */
  readonly isBare: boolean;
  /** Lines that HTML does not tell from the quotation introduce it. */
  readonly isIntroduced: boolean;
}

/** Lines between the beginning of a quotation and the first one with a mark. */
const INTRODUCTION_MAX = 3;
/** Columns from which a line was wrapped by a program rather than ended by a person. */
const WRAPPED_FROM = 60;

const CERTAIN = { isCertain: true, isBare: false, isIntroduced: false };

const WHOLE: QuoteFinding = { kind: 'whole' };

/**
 * Finds the quotation at the end of a mail. Each line is looked at a bounded number of times.
 */
export function findQuote(lines: readonly QuoteLine[]): QuoteFinding {
  let isInterleaved = false;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined || line.text === '') {
      at += 1;
      continue;
    }
    if (line.mark === 'forward' || isForwardTitle(line.text)) return WHOLE;
    const start = startAt(lines, at);
    if (start === null || (start.isBare && isInterleaved)) {
      at = line.level > 0 ? endOfMarked(lines, at) : at + 1;
      isInterleaved ||= line.level > 0 && !line.isIndented;
      continue;
    }
    const { to, isQuote } = endOfQuote(lines, start);
    if (isQuote) {
      const from = withRules(lines, start.from);
      return lines.slice(0, from).some(isWritten) ? { kind: 'quote', from, to } : WHOLE;
    }
    isInterleaved ||= to > start.content;
    at = Math.max(at + 1, to);
  }
  return isInterleaved ? WHOLE : { kind: 'none' };
}

/** The first of the lines of dashes right above the line. */
export function withRules(lines: readonly QuoteLine[], at: number): number {
  let from = at;
  for (let above = at - 1; above >= 0; above -= 1) {
    const text = lines[above]?.text ?? '';
    if (isRule(text)) from = above;
    else if (text !== '') break;
  }
  return from;
}

function startAt(lines: readonly QuoteLine[], at: number): Start | null {
  const line = lines[at];
  if (line === undefined) return null;
  if (line.mark === 'rest') return { ...CERTAIN, from: at, content: lines.length };
  if (line.mark === 'quote')
    return { from: at, content: at, isCertain: true, isBare: line.level > 0, isIntroduced: true };
  if (line.level > 0) return line.isIndented ? null : bareStart(lines, at);
  const attribution = attributionAt(lines, at);
  if (attribution !== null)
    return { ...CERTAIN, from: at, content: at + attribution.length, isCertain: attribution.isCertain };
  if (isOriginalTitle(line.text)) return { ...CERTAIN, from: at, content: at + 1 };
  const length = headerBlockLength(lines, at);
  // A mail that is pasted below `I got this one:` is what the text is about.
  return length === 0 || /[:：]$/.test(textAbove(lines, at).text)
    ? null
    : { ...CERTAIN, from: at, content: at + length };
}

/** A quotation without an attribution that is known: after a line that introduces it, it belongs to the text. */
function bareStart(lines: readonly QuoteLine[], at: number): Start | null {
  const { above, text } = textAbove(lines, at);
  const isAttributed = isLikeAttribution(text);
  if (!isAttributed && /[:：]$/.test(text)) return null;
  return { ...CERTAIN, from: isAttributed ? above : at, content: at, isBare: true };
}

/** The next line above that is not empty. */
function textAbove(lines: readonly QuoteLine[], at: number): { above: number; text: string } {
  let above = at - 1;
  while (above >= 0 && lines[above]?.text === '') above -= 1;
  return { above, text: lines[above]?.text ?? '' };
}

/** The line after the quotation, and whether it is one: not if lines without marks follow that may be answers. */
function endOfQuote(lines: readonly QuoteLine[], start: Start): { to: number; isQuote: boolean } {
  let part: Start | null = start;
  let to = start.content;
  while (part !== null) {
    const marked = firstMarked(lines, part);
    if (marked === null) return { to: part.isCertain ? lines.length : to, isQuote: part.isCertain };
    to = endOfMarked(lines, marked);
    const next = lines[to];
    if (next === undefined) return { to, isQuote: true };
    if (next.isSignature || isSignatureDelimiter(next.text))
      return { to, isQuote: lines.slice(to).every(({ level }) => level === 0) };
    const following = startAt(lines, to);
    part = following !== null && following.isCertain && !following.isBare ? following : null;
  }
  return { to, isQuote: false };
}

/** The first line with a mark, if it is right after what introduces the quotation. */
function firstMarked(lines: readonly QuoteLine[], start: Start): number | null {
  let unmarked = start.isIntroduced ? INTRODUCTION_MAX : 0;
  for (let at = start.content; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || line.text === '') continue;
    if (line.level > 0) return at;
    if (unmarked === 0) return null;
    unmarked -= 1;
  }
  return null;
}

/** The first line after the marked ones that is not empty, or the end. */
function endOfMarked(lines: readonly QuoteLine[], marked: number): number {
  let at = marked;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined || (line.level === 0 && line.text !== '' && !isWrapped(lines, at))) break;
    at += 1;
  }
  return at;
}

/**
 * Whether the line without a mark is the rest of the marked one above it, which a program has wrapped: that one is long and no sentence
 * that ends, this one continues it, and a marked one is below. What may be an answer is none.
 */
function isWrapped(lines: readonly QuoteLine[], at: number): boolean {
  const above = lines[at - 1];
  const below = lines[at + 1];
  if (above === undefined || below === undefined || above.level === 0 || below.level === 0) return false;
  return (
    above.text.length >= WRAPPED_FROM &&
    !/[.!?:;。？！]$/.test(above.text) &&
    /^\p{Ll}/u.test(lines[at]?.text ?? '')
  );
}

/** Whether the writer of the mail has written something on the line. */
function isWritten(line: QuoteLine): boolean {
  return line.text !== '' && line.level === 0 && !isRule(line.text);
}

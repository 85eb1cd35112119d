import { FORWARD_TITLES, ORIGINAL_TITLES } from './phrases.ts';

const RULE_CHARACTERS = new Set([...'-_=*—–―~#']);
const RULE_LENGTH = 3;

/** The text without the dashes, asterisks and blanks around it, as titles and bold labels have them. */
export function withoutRules(text: string): string {
  let from = 0;
  let to = text.length;
  const isAround = (at: number) => RULE_CHARACTERS.has(text[at] ?? '') || text[at] === ' ';
  while (from < to && isAround(from)) from += 1;
  while (to > from && isAround(to - 1)) to -= 1;
  return text.slice(from, to);
}

/** A line of dashes, underscores and the like. */
export function isRule(text: string): boolean {
  return text.length >= RULE_LENGTH && withoutRules(text) === '';
}

/** The delimiter of a signature (RFC 3676 section 4.3), or the rule that lists and companies put before a footer. */
export function isSignatureDelimiter(text: string): boolean {
  return text === '--' || text === '__' || text === '—' || isRule(text);
}

/** `-----Original Message-----` in any language. */
export function isOriginalTitle(text: string): boolean {
  if (!RULE_CHARACTERS.has(text.at(-1) ?? '')) return false;
  const title = withoutRules(text);
  return isBetweenDashes(text, title) && ORIGINAL_TITLES.has(title.toLowerCase());
}

/** `---------- Forwarded message ---------` or `Begin forwarded message:` in any language. */
export function isForwardTitle(text: string): boolean {
  if (!RULE_CHARACTERS.has(text.at(-1) ?? '') && !/[:：]$/.test(text)) return false;
  const title = withoutRules(text);
  const phrase = /[:：]$/.test(title) ? title.slice(0, -1).trim() : title;
  return (isBetweenDashes(text, title) || phrase !== title) && FORWARD_TITLES.has(phrase.toLowerCase());
}

function isBetweenDashes(text: string, title: string): boolean {
  const from = text.indexOf(title);
  return from >= 2 && text.length - from - title.length >= 2;
}

import { withoutRules } from './line-forms.ts';
import { INNER_VERBS, LAST_VERBS, OPENINGS } from './phrases.ts';
import type { QuoteLine } from './quote-line.ts';

/** What a line such as `On …, Dana wrote:` was found to be. */
export interface Attribution {
  /** Lines that it is wrapped over. */
  readonly length: number;
  /** It names who wrote when, so that what follows is a quotation even without marks. */
  readonly isCertain: boolean;
}

/** Lines that programs wrap an attribution over, at 72 to 78 columns. */
const LENGTH_MAX = 4;
/** Characters of its first line in which a date has begun: `On Wednesday, September 25`. */
const DATE_WITHIN = 32;

const ADDRESS = /[^\s<>@"'(]@[^\s<>@]/;
const DIGIT = /\p{Nd}/u;
const TIME = /\p{Nd}{1,2} ?[:.h時点시] ?\p{Nd}{2}|\p{Nd}{1,2}時/u;
const YEAR = /(?<!\p{Nd})(?:(?:19|20)\p{Nd}{2}|٢٠\p{Nd}{2})(?!\p{Nd})/u;
const DATE = /\p{Nd}{1,2}[./-] ?\p{Nd}{1,2}[./-] ?\p{Nd}{2}/u;
const LETTER = /[\p{L}\p{N}]/u;

/** The attribution that begins at the line, or null. Looks at four lines at most. */
export function attributionAt(lines: readonly QuoteLine[], at: number): Attribution | null {
  const first = lines[at];
  if (first === undefined || first.text === '') return null;
  if (isTitle(first.text)) return { length: 1, isCertain: true };
  const beginsWithDate = DIGIT.test(first.text.slice(0, DATE_WITHIN));
  if (!beginsWithDate && !ADDRESS.test(first.text) && lines[at + 1]?.text.startsWith('<') !== true)
    return null;
  const longest = beginsWithDate ? LENGTH_MAX : 2;
  let text = '';
  for (let length = 1; length <= longest; length += 1) {
    const line = lines[at + length - 1];
    if (line === undefined || line.text === '' || line.level !== first.level) return null;
    if (length > 1 && (line.mark !== null || hasOpening(line.text))) return null;
    text = text === '' ? line.text : `${text} ${line.text}`;
    const found = attributionOf(text);
    if (found !== null) return { length, isCertain: found === 'certain' };
    // A sentence that ends before the attribution does is no part of one.
    if (/[!?。]$/.test(line.text)) return null;
  }
  return null;
}

/** Whether a line above marked ones looks like an attribution in a language that is not known, or without a verb. */
export function isLikeAttribution(text: string): boolean {
  if (endsWithColon(text)) return ADDRESS.test(text) || (TIME.test(text) && YEAR.test(text));
  return text.endsWith('>') && ADDRESS.test(text) && hasDate(text);
}

/** Whether the text has a time or a date, as the value of a header has. */
export function hasDate(text: string): boolean {
  return TIME.test(text) || YEAR.test(text) || DATE.test(text);
}

export function hasAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** `---- Dana Miller wrote ----`, as phones have it. */
function isTitle(text: string): boolean {
  return text.startsWith('--') && text.endsWith('--') && endsWithVerb(withoutRules(text).toLowerCase());
}

function attributionOf(text: string): 'certain' | 'likely' | null {
  const sentence = withoutRules(text).toLowerCase();
  const isOpen = endsWithColon(sentence);
  const words = isOpen ? sentence.slice(0, -1).trim() : sentence;
  const endsInVerb = endsWithVerb(words);
  if (!isOpen && !endsInVerb) return null;
  const isAddressed = ADDRESS.test(words);
  const isTimed = TIME.test(words);
  const isDated = YEAR.test(words) || DATE.test(words);
  const isFull = isAddressed && isTimed && isDated;
  if (!isOpen) return isFull ? 'certain' : null;
  // Gmail has no verb in some languages: the address of the writer is last then.
  if (!endsInVerb && !INNER_VERBS.some((verb) => includesWord(words, verb)))
    return isFull && endsWithAddress(words) ? 'certain' : null;
  if (!isAddressed && !(DIGIT.test(words) && (isTimed || isDated))) return null;
  return isAddressed || (isTimed && isDated) ? 'certain' : 'likely';
}

function endsWithColon(text: string): boolean {
  return text.endsWith(':') || text.endsWith('：');
}

function endsWithAddress(words: string): boolean {
  return /[>)]$/.test(words) || words.slice(words.lastIndexOf(' ')).includes('@');
}

function endsWithVerb(words: string): boolean {
  return LAST_VERBS.some((verb) => words.endsWith(verb) && isBoundary(words, words.length - verb.length));
}

function includesWord(words: string, word: string): boolean {
  const at = words.indexOf(word);
  return at >= 0 && isBoundary(words, at) && !LETTER.test(words[at + word.length] ?? '');
}

/** Whether a word can begin at the index; languages without blanks begin one anywhere. */
function isBoundary(words: string, at: number): boolean {
  return !LETTER.test(words[at - 1] ?? '') || words.charCodeAt(at) >= 0x2e80;
}

/** Whether another attribution begins with the line, so that the lines above it belong to none. */
function hasOpening(text: string): boolean {
  const words = text.toLowerCase();
  const hasDigit = DIGIT.test(words.slice(0, DATE_WITHIN));
  return hasDigit && OPENINGS.some((opening) => words.startsWith(`${opening} `) && opening.length > 1);
}

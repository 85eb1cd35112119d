import type { QuoteMark } from './quote-line.ts';

/** What an element says about a quotation. */
export interface ElementMark {
  readonly mark: QuoteMark | null;
  /** All text within it is quoted. Without that, answers may be between the quoted parts of it. */
  readonly isQuoted: boolean;
  /** It is empty, or it introduces what is below it: the mark is that of the next text. */
  readonly isAbove: boolean;
  readonly isSignature: boolean;
}

const NONE: ElementMark = { mark: null, isQuoted: false, isAbove: false, isSignature: false };
const SIGNATURE: ElementMark = { ...NONE, isSignature: true };
const REST: ElementMark = { ...NONE, mark: 'rest', isAbove: true };
const FORWARD: ElementMark = { ...NONE, mark: 'forward' };
/** Containers in which people answer between the parts. */
const CONTAINER: ElementMark = { ...NONE, mark: 'quote' };
const QUOTED: ElementMark = { ...NONE, mark: 'quote', isQuoted: true };

/**
 * Names that programs give to the elements around a quotation, as class, id or `name`; Outlook puts `x_` before those of the mail that
 * it quotes. Outlook, on the web and on phones, encloses only the headers, so that the quotation is the rest of the mail.
 */
const NAMES: ReadonlyMap<string, ElementMark> = new Map([
  ...named(REST, ['divrplyfwdmsg', 'appendonsend', 'outlookmessageheader', 'stopspelling']),
  ...named(REST, ['ms-outlook-mobile-reference-message', 'mail-editor-reference-message-container']),
  ...named(FORWARD, ['moz-forward-container']),
  ...named(CONTAINER, ['gmail_quote', 'gmail_quote_container', 'gmail_attr', 'protonmail_quote', 'moz-cite-prefix', 'reply-intro']),
  ...named(CONTAINER, ['tutanota_quote', 'missive_quote', 'front-blockquote', 'mail-app-auto-quote']),
  ...named(QUOTED, ['yahoo_quoted', 'olk_src_body_section', 'zmail_extra', 'qt']),
  ...named(SIGNATURE, ['moz-signature', 'gmail_signature', 'protonmail_signature_block', 'tutanota_signature', 'signature']),
]); // oxfmt-ignore

/** Names that say this as the `name` of a `div` alone: GMX and web.de, Spark. */
const DIV_NAMES = new Set(['quote', 'messagereplysection']);

/** The mark of the element. A `blockquote` is quoted text if a program says so; people indent with one too. */
export function markOf(name: string, attributes: Readonly<Record<string, string>>): ElementMark {
  for (const value of [attributes['id'], attributes['class']]) {
    for (const word of (value ?? '').toLowerCase().split(/\s/, 32)) {
      const found = NAMES.get(word.replace(/^(?:x_){1,8}/, '')) ?? markOfYahoo(word);
      // Gmail gives the class to what people indent as well; its quotations are in a `div` that has it.
      if (found !== undefined && !(name === 'blockquote' && found === CONTAINER)) return found;
    }
  }
  if (name === 'blockquote' && attributes['type']?.toLowerCase() === 'cite') return QUOTED;
  return name === 'div' && DIV_NAMES.has(attributes['name']?.toLowerCase() ?? '') ? CONTAINER : NONE;
}

/** Yahoo puts a random prefix before its names and a number behind them: `ydp1a2b3cyahoo_quoted_4711`. */
function markOfYahoo(word: string): ElementMark | undefined {
  return word.includes('yahoo_quoted') ? QUOTED : undefined;
}

function named(mark: ElementMark, names: readonly string[]): [string, ElementMark][] {
  return names.map((name) => [name, mark]);
}

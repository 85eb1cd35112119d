export * from './addresses.ts';
export { BASE32, randomBase32 } from './base32.ts';
export { ComposingError } from './composing-error.ts';
export * from './html-size.ts';
export { textOf } from './html-text.ts';
export { QUOTE_ATTRIBUTE } from './quotes/marked-html.ts';
export { splitQuote, type SplitInput, type SplitMail } from './quotes/split-quote.ts';
export * from './subject.ts';
export * from './text.rules.ts';

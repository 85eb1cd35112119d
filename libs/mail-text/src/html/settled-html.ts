import { Parser } from 'htmlparser2';
import { QUOTE_ATTRIBUTE } from '../quotes/marked-html.ts';
import { bodyText } from '../text.rules.ts';
import { endTag, escapeHtml, startTag } from '../written-html.ts';

/** The class of a quotation that is folded. */
export const QUOTE_CLASS = 'parley-quote';

/**
 * The HTML that a sanitiser left, written as it is read: each element is closed where a parser closes it. Without tags that were
 * between them, an element can end another one, such as a cell a cell. The elements of a quotation become ones that fold it without a
 * script.
 */
export function settledHtml(html: string): string {
  const parts: string[] = [];
  const ends: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const isQuote = name === 'div' && QUOTE_ATTRIBUTE in attributes;
      parts.push(
        isQuote ? `<details class="${QUOTE_CLASS}"><summary>…</summary>` : startTag(name, attributes),
      );
      ends.push(isQuote ? '</details>' : endTag(name));
    },
    ontext: (text) => void parts.push(escapeHtml(text)),
    onclosetag: () => void parts.push(ends.pop() ?? ''),
  });
  parser.end(html);
  return bodyText(parts.join(''));
}

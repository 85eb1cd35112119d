import { Parser } from 'htmlparser2';
import { ComposingError } from './composing-error.ts';

/** Bytes of an HTML text, and tags in it. */
export const HTML_MAX = 1024 * 1024;
export const HTML_TAGS_MAX = 30_000;
/** Tags that are open at once. Parsers go through all of them at each tag, so that without a limit their time is quadratic. */
export const HTML_NESTING_MAX = 250;

/** Throws `html_too_large` for an HTML text that takes too long to read. */
export function checkHtmlSize(html: string): void {
  if (Buffer.byteLength(html) > HTML_MAX) throw tooLarge('1 MiB');
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) tags += 1;
  if (tags > HTML_TAGS_MAX) throw tooLarge(`${HTML_TAGS_MAX} tags`);
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > HTML_NESTING_MAX) throw tooLarge(`${HTML_NESTING_MAX} tags within each other`);
    },
    onclosetag: () => void (depth -= 1),
  });
  parser.end(html);
}

const tooLarge = (limit: string) =>
  new ComposingError('html_too_large', `The HTML text has more than ${limit}`);

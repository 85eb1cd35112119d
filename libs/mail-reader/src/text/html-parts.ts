import { ComposingError, textOf } from '@parley/mail-text';

/** The text of an HTML part; of one that is too large or too deep to be laid out, what is between its tags. */
export function htmlText(html: string): string {
  try {
    return textOf(html);
  } catch (error) {
    if (!(error instanceof ComposingError)) throw error;
    return betweenTags(html);
  }
}

/** A plain text as HTML, to join it with HTML parts. */
export function htmlOfText(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `<div>${escaped.replaceAll('\n', '<br>\n')}</div>`;
}

/** The Content-IDs to which an HTML text refers (RFC 2392), without brackets. */
export function referencedContentIds(html: string): Set<string> {
  const ids = new Set<string>();
  for (const [, id = ''] of html.matchAll(/\bcid:([^"'\s<>)\\]{1,998})/gi)) {
    const written = id.replaceAll('&amp;', '&');
    ids.add(written);
    ids.add(percentDecoded(written));
  }
  return ids;
}

/** The text of `text/enriched` (RFC 1896) and `text/richtext` (RFC 1341) without their commands. */
export function enrichedText(text: string): string {
  return text
    .replaceAll(/<param>[^<]{0,1000}<\/param>/gi, '')
    .replaceAll('<<', '\0')
    .replaceAll(/<nl>/gi, '\n')
    .replaceAll(/<\/?[a-z][\w-]{0,59}>/gi, '')
    .replaceAll('\0', '<');
}

const BLOCK_END = /^\/?(?:p|div|tr|table|h[1-6]|li|ul|ol|br|hr|blockquote|pre)\b/i;
const SKIPPED = /^(?:script|style|title|svg|template)\b/i;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function betweenTags(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    pieces.push(html.slice(at, open).replaceAll(/\s+/g, ' '));
    const close = html.indexOf('>', open);
    if (close < 0) return readable(pieces.join(''));
    const tag = html.slice(open + 1, Math.min(close, open + 40));
    if (BLOCK_END.test(tag)) pieces.push('\n');
    at = SKIPPED.test(tag) ? afterElement(html, close, tag) : close + 1;
  }
  pieces.push(html.slice(at));
  return readable(pieces.join(''));
}

function afterElement(html: string, from: number, tag: string): number {
  const [name = ''] = /^\w+/.exec(tag) ?? [];
  const end = new RegExp(String.raw`</${name}\b[^>]{0,99}>`, 'gi');
  end.lastIndex = from;
  return end.exec(html) === null ? html.length : end.lastIndex;
}

function readable(text: string): string {
  return text
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '')
    .replaceAll(/(?<! ) *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import { Parser } from 'htmlparser2';
import { checkHtmlSize } from './html-size.ts';
import { TextLines } from './text-lines.ts';

/** Not `head`, whose end tag is optional, nor `noscript`, which mail programs show. */
export const SKIPPED = new Set([
  ...['iframe', 'noembed', 'noframes', 'option', 'script', 'style', 'svg', 'template', 'textarea', 'title'],
]); // oxfmt-ignore
/** A blank line is before and after them. */
export const PARAGRAPHS = new Set([
  ...['address', 'dl', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'pre', 'table'],
]); // oxfmt-ignore
export const BLOCKS = new Set([
  ...['article', 'aside', 'body', 'caption', 'center', 'dd', 'div', 'dt', 'figcaption', 'footer', 'form', 'header', 'main'],
  ...['nav', 'section', 'tr'],
]); // oxfmt-ignore

/**
 * The text of an HTML text, as an alternative to it: list items as `- ` or `1. `, links as `text (url)`, quotes behind `> `, the cells
 * of a table row between bars, images as their `alt` text. Throws `html_too_large` as {@link checkHtmlSize} does.
 */
export function textOf(html: string): string {
  checkHtmlSize(html);
  const reader = new HtmlReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  parser.end(html);
  return reader.end();
}

class HtmlReader {
  private readonly lines = new TextLines();
  private readonly links: { href: string; text: string }[] = [];
  private readonly counters: (number | null)[] = [];
  private skipped = 0;
  private preformatted = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (SKIPPED.has(name)) this.skipped += 1;
    if (this.skipped > 0) return;
    if (PARAGRAPHS.has(name)) this.lines.paragraph();
    else if (BLOCKS.has(name)) this.lines.block();
    if (name === 'pre') this.preformatted += 1;
    else if (name === 'br') this.lines.lineBreak();
    else if (name === 'hr') this.rule();
    else if (name === 'img') this.text(attributes['alt'] ?? '');
    else if (name === 'blockquote') this.lines.openQuote();
    else if (name === 'ul' || name === 'ol') this.openList(name, attributes['start']);
    else if (name === 'li') this.lines.item(this.marker());
    else if (name === 'td' || name === 'th') this.lines.cell();
    else if (name === 'a') this.links.push({ href: attributes['href'] ?? '', text: '' });
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    const link = this.links.at(-1);
    if (link !== undefined) link.text += text;
    if (this.preformatted > 0) this.lines.preformatted(text);
    else this.lines.flowing(text);
  }

  close(name: string): void {
    if (this.skipped > 0) {
      if (SKIPPED.has(name)) this.skipped -= 1;
      return;
    }
    if (name === 'a') this.closeLink();
    else if (name === 'blockquote') this.lines.closeQuote();
    else if (name === 'ul' || name === 'ol') this.closeList();
    else if (name === 'li') this.lines.block();
    if (name === 'pre') this.preformatted -= 1;
    if (PARAGRAPHS.has(name)) this.lines.paragraph();
    else if (BLOCKS.has(name)) this.lines.block();
  }

  end(): string {
    return this.lines.end();
  }

  private rule(): void {
    this.lines.paragraph();
    this.lines.flowing('---');
    this.lines.paragraph();
  }

  private openList(name: string, start = '1'): void {
    const first = Number.parseInt(start, 10);
    this.counters.push(name === 'ul' ? null : Number.isSafeInteger(first) ? first : 1);
    this.lines.openList();
  }

  private closeList(): void {
    this.counters.pop();
    this.lines.closeList();
  }

  private marker(): string {
    const counter = this.counters.at(-1);
    if (counter === undefined || counter === null) return '- ';
    this.counters[this.counters.length - 1] = counter + 1;
    return `${counter}. `;
  }

  private closeLink(): void {
    const { href, text } = this.links.pop() ?? { href: '', text: '' };
    const target = href.trim();
    if (!/^(?:https?|mailto|tel):/i.test(target)) return;
    const label = text.trim();
    const isNamedByLabel = withoutScheme(target) === withoutScheme(label);
    if (label === '') this.lines.flowing(target);
    else if (!isNamedByLabel) this.lines.flowing(` (${target})`);
  }
}

function withoutScheme(url: string): string {
  return url.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');
}

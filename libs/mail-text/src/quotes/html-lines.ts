import { DomUtils, parseDocument } from 'htmlparser2';
import { checkHtmlSize } from '../html-size.ts';
import { BLOCKS, PARAGRAPHS, SKIPPED } from '../html-text.ts';
import { markOf } from './html-marks.ts';
import { lettersOf, type QuoteLine, type QuoteMark, seenText } from './quote-line.ts';

export type HtmlDocument = ReturnType<typeof parseDocument>;
export type HtmlNode = HtmlDocument['children'][number];
type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

/** A line of HTML. */
export interface HtmlLine extends QuoteLine {
  /** The first node on it, and where in its text the line begins; no node for an empty line, as blocks have between them. */
  readonly node: HtmlNode | null;
  readonly offset: number;
  /** Letters and digits of the whole line. */
  readonly letters: number;
}

export interface ReadHtml {
  readonly html: string;
  readonly document: HtmlDocument;
  readonly lines: readonly HtmlLine[];
}

const BREAKING = new Set([
  ...PARAGRAPHS,
  ...BLOCKS,
  'blockquote',
  'ul',
  'ol',
  'li',
  'td',
  'th',
  'dd',
  'dt',
  'html',
]);

/** The HTML as lines, or null if it exceeds the limits of {@link checkHtmlSize} or has no text. */
export function readHtml(html: string): ReadHtml | null {
  try {
    checkHtmlSize(html);
  } catch {
    return null;
  }
  const document = parseDocument(html);
  const reader = new LineReader();
  for (const child of document.children) reader.visit(child);
  const lines = reader.end();
  return lines.length === 0 ? null : { html, document, lines };
}

/** Characters of a line that are kept: more than the rules look at. */
const KEPT_MAX = 1_000;

/** Reads lines as a browser breaks them, with one empty line between blocks. The depth of its recursion is that of the tags, which is limited. */
class LineReader {
  private readonly lines: HtmlLine[] = [];
  private node: HtmlNode | null = null;
  private offset = 0;
  private parts: string[] = [];
  private length = 0;
  private letters = 0;
  private lineMark: QuoteMark | null = null;
  /** The mark of an element of which no text was met yet. */
  private pending: QuoteMark | null = null;
  private level = 0;
  private cited = 0;
  private signatures = 0;
  private preformatted = 0;

  visit(node: HtmlNode): void {
    if (DomUtils.isText(node)) this.text(node, node.data);
    else if (DomUtils.isTag(node)) this.element(node);
  }

  end(): HtmlLine[] {
    this.break();
    return this.lines.some(({ node }) => node !== null) ? this.lines : [];
  }

  private element(element: HtmlElement): void {
    const { name } = element;
    if (SKIPPED.has(name)) return;
    const mark = markOf(name, element.attribs);
    const isBlock = BREAKING.has(name) || mark.mark !== null;
    if (isBlock) this.endBlock();
    else if (name === 'br') this.break();
    if (mark.mark !== null) this.pending = stronger(this.pending, mark.mark);
    if (name === 'hr') this.rule(element);
    const isQuote = name === 'blockquote' || mark.isQuoted;
    if (isQuote) this.level += 1;
    if (mark.isQuoted) this.cited += 1;
    if (mark.isSignature) this.signatures += 1;
    if (name === 'pre') this.preformatted += 1;
    for (const child of element.children) this.visit(child);
    if (name === 'a' && this.node !== null) this.parts.push(addressIn(element.attribs['href'] ?? ''));
    if (isBlock) this.endBlock();
    if (isQuote) this.level -= 1;
    if (mark.isQuoted) this.cited -= 1;
    if (mark.isSignature) this.signatures -= 1;
    if (name === 'pre') this.preformatted -= 1;
    if (mark.mark !== null && !mark.isAbove) this.pending = null;
  }

  private text(node: HtmlNode, text: string): void {
    let from = 0;
    for (const line of this.preformatted === 0 ? [text] : text.split('\n')) {
      if (from > 0) this.break();
      this.add(node, line, from);
      from += line.length + 1;
    }
  }

  private add(node: HtmlNode, text: string, offset: number): void {
    if (text.trim() === '') {
      if (this.node !== null && this.length < KEPT_MAX) this.parts.push(' ');
      return;
    }
    if (this.node === null) {
      this.node = node;
      this.offset = offset;
      this.lineMark = this.pending;
      this.pending = null;
    }
    // Only the beginning of a line is looked at, however many parts it has.
    if (this.length < KEPT_MAX) this.parts.push(text);
    this.length += text.length;
    this.letters += lettersOf(text).length;
  }

  private rule(element: HtmlNode): void {
    this.break();
    this.push({ node: element, text: '_'.repeat(32), mark: null, offset: 0, letters: 0 });
  }

  /** Ends the line, and puts an empty one below it. */
  private endBlock(): void {
    this.break();
    if ((this.lines.at(-1)?.text ?? '') !== '')
      this.push({ node: null, text: '', mark: null, offset: 0, letters: 0 });
  }

  private break(): void {
    const { node, offset, letters, lineMark: mark } = this;
    if (node !== null) {
      const text = seenText(this.parts.join('').replaceAll(/\s+/g, ' '));
      this.push({ node, text, mark, offset, letters });
    }
    this.node = null;
    this.parts = [];
    this.length = 0;
    this.letters = 0;
    this.lineMark = null;
  }

  private push(line: Pick<HtmlLine, 'node' | 'text' | 'mark' | 'offset' | 'letters'>): void {
    const isIndented = this.level > 0 && this.cited === 0;
    this.lines.push({ ...line, level: this.level, isIndented, isSignature: this.signatures > 0 });
  }
}

/** What an attribution or a header shows of an address may be the name alone. */
function addressIn(href: string): string {
  const address = /^mailto:([^?]{3,254})/i.exec(href)?.[1];
  return address === undefined ? '' : ` <${address}> `;
}

/** A quotation within another marked element is the one that counts, but for what reaches to the end or forwards. */
function stronger(pending: QuoteMark | null, mark: QuoteMark): QuoteMark {
  return pending === 'forward' || pending === 'rest' ? pending : mark;
}

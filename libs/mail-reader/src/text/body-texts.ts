import { bodyText } from '@parley/mail-text';
import libmime from 'libmime';
import { HTML_MAX, TEXT_BYTES_MAX, TEXT_MAX } from '../limits.ts';
import type { Leaf, StructureNode } from '../structure/mail-structure.ts';
import { decodeText, metaCharset } from './charsets.ts';
import { enrichedText, htmlOfText, htmlText } from './html-parts.ts';

/** Text that a mail says once: of one part, or of the alternatives (RFC 2046 section 5.1.4) of one multipart. */
interface Passage {
  readonly plain: string[];
  readonly html: string[];
}

/** Collects the text parts of a mail, in their order and within the limits of a mail. */
export class BodyTexts {
  isTruncated = false;
  private readonly passages = new Map<StructureNode, Passage>();
  private plainBytes = TEXT_BYTES_MAX;
  private htmlBytes = HTML_MAX;
  private isHtmlCut = false;

  async addPlain(leaf: Leaf): Promise<void> {
    const { bytes, isWhole } = await leaf.body.take(this.plainBytes);
    this.plainBytes -= bytes.length;
    if (!isWhole) this.isTruncated = true;
    this.addText(leaf, plainText(leaf, decodeText(bytes, leaf.head.charset)));
  }

  addText(node: StructureNode, text: string): void {
    this.passageOf(node).plain.push(bodyText(withoutLoneSurrogates(text)).replace(/^\n+/, '').trimEnd());
  }

  async addHtml(leaf: Leaf): Promise<void> {
    const { bytes, isWhole } = await leaf.body.take(this.htmlBytes);
    this.htmlBytes -= bytes.length;
    if (!isWhole) this.isHtmlCut = true;
    this.addHtmlText(leaf, decodeText(bytes, leaf.head.charset ?? metaCharset(bytes)));
  }

  addHtmlText(node: StructureNode, html: string): void {
    this.passageOf(node).html.push(bodyText(withoutLoneSurrogates(html)));
  }

  get isEmpty(): boolean {
    return [...this.passages.values()].every(({ plain, html }) =>
      [...plain, ...html].every((text) => text.trim() === ''),
    );
  }

  /** The text of all passages: as it was written, else that of their HTML. */
  text(): string {
    const texts = [...this.passages.values()]
      .map((passage) => passageText(passage))
      .filter((text) => text !== '');
    return this.cut(texts.join('\n\n'));
  }

  /** The HTML of all passages; `null` if none has it, or if it exceeds its limit. */
  html(): string | null {
    if (this.isHtmlCut) this.isTruncated = true;
    const passages = [...this.passages.values()];
    const isHtml = passages.some(({ html }) => html.some((text) => text.trim() !== ''));
    if (!isHtml || this.isHtmlCut) return null;
    const texts = passages.map(({ plain, html }) =>
      html.length > 0 ? html.join('\n') : htmlOfText(distinct(plain)),
    );
    const joined = texts.filter((text) => text !== '<div></div>').join('\n');
    if (Buffer.byteLength(joined) <= HTML_MAX) return joined;
    this.isTruncated = true;
    return null;
  }

  /** A text of at most 65,536 characters. */
  cut(text: string): string {
    if (text.length <= TEXT_MAX) return text;
    this.isTruncated = true;
    return text.slice(0, TEXT_MAX).replace(/[\uD800-\uDBFF]$/, '');
  }

  private passageOf(node: StructureNode): Passage {
    const key = outermostAlternative(node) ?? node;
    const passage = this.passages.get(key) ?? { plain: [], html: [] };
    this.passages.set(key, passage);
    return passage;
  }
}

/** The text without halves of surrogate pairs, which are no characters. */
export const withoutLoneSurrogates = (text: string) => text.replaceAll(/\p{Cs}/gu, '');

export function outermostAlternative(node: StructureNode): StructureNode | null {
  let found: StructureNode | null = null;
  for (let { parent } = node; parent !== null; parent = parent.parent)
    if (parent.head.type === 'multipart/alternative') found = parent;
  return found;
}

function plainText({ head }: Leaf, text: string): string {
  if (head.type === 'text/enriched' || head.type === 'text/richtext') return enrichedText(text);
  // Unwrapped lines (RFC 3676) are paragraphs; a DelSp text has blanks at the ends of lines that are none.
  return head.isFlowed && head.type === 'text/plain' ? libmime.decodeFlowed(text, head.isDelSp) : text;
}

function passageText({ plain, html }: Passage): string {
  const text = distinct(plain);
  return text === '' ? htmlText(html.join('\n')) : text;
}

/** The texts without repetitions, as some programs send one text in two versions of it. */
function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].filter((text) => text !== '').join('\n\n');
}

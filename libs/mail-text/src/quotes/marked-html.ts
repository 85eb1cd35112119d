import { DomUtils, parseDocument } from 'htmlparser2';
import { checkHtmlSize } from '../html-size.ts';
import { endTag, escapeHtml, startTag } from '../written-html.ts';
import type { QuoteFinding } from './find-quote.ts';
import type { HtmlDocument, HtmlLine, HtmlNode, ReadHtml } from './html-lines.ts';

/** The attribute of the elements that enclose a quotation. */
export const QUOTE_ATTRIBUTE = 'data-parley-quote';

/** Their content is a list of rows, cells or items, between which no other element may be. */
const LISTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'ul', 'ol', 'dl', 'select']);

/**
 * The HTML with its quotation in `div` elements that have {@link QUOTE_ATTRIBUTE}: one, and another for each element around it in which
 * the quotation goes on; without comments. As it came where that would break a table, or exceed the limits of {@link checkHtmlSize}.
 */
export function markedHtml(
  { document, lines, html }: ReadHtml,
  { from, to }: Extract<QuoteFinding, { kind: 'quote' }>,
): string {
  const first = nodeAt(lines[from]);
  if (first === null) return html;
  const last = lines[to] === undefined ? null : nodeAt(lines[to]);
  const begin = outermost(first);
  if (isInList(begin)) return html;
  const end = last === null ? null : outermost(last);
  let parent = begin.parent;
  let siblings = siblingsFrom(begin, end);
  while (parent !== null) {
    if (siblings.nodes.some(isContent) && !isInList(siblings.nodes[0])) enclose(siblings.nodes);
    if (siblings.isLast || DomUtils.isDocument(parent)) break;
    siblings = siblingsFrom(parent.next, end);
    parent = parent.parent;
  }
  const parts: string[] = [];
  write(document, parts);
  const marked = parts.join('');
  try {
    checkHtmlSize(marked);
  } catch {
    return html;
  }
  return marked;
}

/** The node with which the line begins: the rest of a text in which it begins behind other lines. */
function nodeAt(line: HtmlLine | undefined): HtmlNode | null {
  if (line === undefined || line.node === null) return null;
  const { node, offset } = line;
  if (offset === 0 || !DomUtils.isText(node)) return node;
  const rest = parseDocument('-').children[0];
  if (rest === undefined || !DomUtils.isText(rest)) return node;
  rest.data = node.data.slice(offset);
  node.data = node.data.slice(0, offset);
  DomUtils.append(node, rest);
  return rest;
}

/** The outermost element that begins with the node, and that another one can enclose. */
function outermost(node: HtmlNode): HtmlNode {
  let outer = node;
  while (outer.parent !== null && !isPage(outer.parent) && !isInList(outer.parent)) {
    for (let before = outer.prev; before !== null; before = before.prev) if (isContent(before)) return outer;
    outer = outer.parent;
  }
  return outer;
}

function isPage(node: HtmlNode | HtmlDocument): boolean {
  return DomUtils.isDocument(node) || ('name' in node && (node.name === 'body' || node.name === 'html'));
}

/** The node and its next siblings, until one that is or contains the end. */
function siblingsFrom(node: HtmlNode | null, end: HtmlNode | null): { nodes: HtmlNode[]; isLast: boolean } {
  const ends = new Set<HtmlNode>();
  for (let outer = end; outer !== null; outer = outer.parent) ends.add(outer);
  const nodes: HtmlNode[] = [];
  for (let next = node; next !== null; next = next.next) {
    if (ends.has(next)) return { nodes, isLast: true };
    nodes.push(next);
  }
  return { nodes, isLast: false };
}

function isInList(node: HtmlNode | HtmlDocument | undefined): boolean {
  const parent = node?.parent;
  return parent !== null && parent !== undefined && 'name' in parent && LISTS.has(parent.name);
}

/** Whether something of the node is seen. */
function isContent(node: HtmlNode): boolean {
  if (DomUtils.isText(node)) return node.data.trim() !== '';
  if (!DomUtils.isTag(node) || node.name === 'br') return false;
  return node.name === 'img' || node.name === 'hr' || node.children.some(isContent);
}

/** Puts the siblings into an element in their place: at once, as one by one each would be looked for among all others. */
function enclose(nodes: readonly HtmlNode[]): void {
  const [first, last] = [nodes[0], nodes.at(-1)];
  const box = parseDocument(`<div ${QUOTE_ATTRIBUTE}=""></div>`).children[0];
  const parent = first?.parent;
  if (first === undefined || last === undefined || !parent || box === undefined || !DomUtils.isTag(box))
    return;
  parent.children.splice(parent.children.indexOf(first), nodes.length, box);
  box.parent = parent;
  box.prev = first.prev;
  box.next = last.next;
  if (box.prev !== null) box.prev.next = box;
  if (box.next !== null) box.next.prev = box;
  first.prev = null;
  last.next = null;
  box.children = [...nodes];
  for (const node of nodes) node.parent = box;
}

function write(node: HtmlNode | HtmlDocument, parts: string[]): void {
  if (DomUtils.isText(node)) parts.push(escapeHtml(node.data));
  const isElement = DomUtils.isTag(node);
  if (isElement) parts.push(startTag(node.name, node.attribs));
  if (DomUtils.hasChildren(node)) for (const child of node.children) write(child, parts);
  if (isElement) parts.push(endTag(node.name));
}

import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html as names, parse } from 'parse5';

/** Elements and attributes that a document may have after sanitising, as a browser reads it. */
const ELEMENTS = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'caption', 'center', 'cite', 'code', 'col', 'colgroup', 'dd', 'del'],
  ...['details', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'font', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins'],
  ...['kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'summary', 'sup', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
]); // oxfmt-ignore
const ATTRIBUTES = new Set([
  ...['align', 'alt', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'class', 'color', 'colspan', 'dir', 'face', 'height', 'hspace'],
  ...['lang', 'noshade', 'nowrap', 'rowspan', 'size', 'span', 'start', 'title', 'type', 'valign', 'value', 'vspace', 'width'],
  ...['data-parley-background', 'data-parley-cid', 'data-parley-src'],
]); // oxfmt-ignore
const CLASSES = /^(?:MsoNormal|MsoListParagraph|MsoNoSpacing|MsoPlainText|parley-quote)(?: Mso\w+)*$/;
const STYLE =
  /^(?:(?:background|background-color|border|clear|color|direction|display|float|font|height|letter|line|list|margin|max|min|overflow-wrap|padding|table-layout|text|vertical|white-space|width|word-break)[a-z-]*:[^;\\]+;?)+$/;

/** What of a body would act, load or leave its place, by an HTML parser that follows the standard; empty if nothing would. */
export function activeParts(html: string): string[] {
  const found: string[] = [];
  const document = parse(`<!doctype html><html><head></head><body>${html}</body></html>`);
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if (defaultTreeAdapter.isCommentNode(node)) found.push(`<!--${node.data}-->`);
    if (defaultTreeAdapter.isElementNode(node)) found.push(...activeOf(node));
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(document);
  return found;
}

/** The elements of a name in a body. */
export function elementsOf(html: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if (defaultTreeAdapter.isElementNode(node) && node.tagName === name)
      found.push(Object.fromEntries(node.attrs.map(({ name: key, value }) => [key, value])));
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

/** The text of a body. */
export function textIn(html: string): string {
  const parts: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if (defaultTreeAdapter.isTextNode(node)) parts.push(node.value);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return parts.join('');
}

function activeOf(element: DefaultTreeAdapterTypes.Element): string[] {
  const { tagName, attrs } = element;
  const found = [];
  const isPage = tagName === 'html' || tagName === 'head' || tagName === 'body';
  if (element.namespaceURI !== names.NS.HTML || !(isPage || ELEMENTS.has(tagName)))
    found.push(`<${tagName}>`);
  if (isPage && attrs.length > 0) found.push(`attributes of <${tagName}>`);
  const wrong = attrs.filter(({ name, value }) => !isInert(tagName, name, value));
  return [...found, ...wrong.map(({ name, value }) => `${tagName} ${name}=${value}`)];
}

function isInert(tagName: string, name: string, value: string): boolean {
  if (name === 'href') return tagName === 'a' && /^(?:https?:\/\/|mailto:|tel:)\S/i.test(value);
  if (name === 'target') return tagName === 'a' && value === '_blank';
  if (name === 'rel') return tagName === 'a' && value === 'noopener noreferrer';
  if (name === 'src')
    return tagName === 'img' && /^(?:https:\/\/files\.example\/|data:image\/(?:png|gif);base64,)/.test(value);
  if (name === 'style')
    return STYLE.test(value) && !/url|expression|import|var\(|position|fixed|\\|@|\/\*/i.test(value);
  if (name === 'class') return CLASSES.test(value);
  return ATTRIBUTES.has(name);
}

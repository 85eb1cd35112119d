/** Elements without content, which have no end tag (HTML standard, section 13.1.2). */
const VOID_TAGS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'],
]); // oxfmt-ignore

export function startTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${pairs.join('')}>`;
}

/** The end tag, if the element has one. */
export function endTag(name: string): string {
  return VOID_TAGS.has(name) ? '' : `</${name}>`;
}

/** A text as it is written into HTML, as content or as the value of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

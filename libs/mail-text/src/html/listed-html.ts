/** Tags that format a text. */
export const TAGS = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'div', 'dl'],
  ...['dt', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark'],
  ...['ol', 'p', 'pre', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th'],
  ...['thead', 'tr', 'u', 'ul', 'var', 'wbr'],
]; // oxfmt-ignore

/** Their content is no text for readers: it goes with them. */
export const TAGS_WITH_CONTENT = [
  ...['iframe', 'math', 'noembed', 'noframes', 'option', 'plaintext', 'script', 'style', 'svg', 'template', 'textarea'],
  ...['title', 'xmp'],
]; // oxfmt-ignore

/** Attributes of any tag, and of one. */
export const ATTRIBUTES = {
  '*': ['style', 'dir', 'lang', 'title', 'align', 'valign', 'bgcolor'],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start', 'type'],
  table: ['border', 'cellpadding', 'cellspacing', 'width'],
  col: ['span', 'width'],
  td: ['colspan', 'rowspan', 'width', 'height'],
  th: ['colspan', 'rowspan', 'width', 'height'],
};

export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];
const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\0-\x20]/i; // oxlint-disable-line no-control-regex

const NUMBER = String.raw`(?:\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(?:px|pt|em|rem|ex|ch|%|cm|mm|in)?`;
const COLOR = String.raw`#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\)`;
const FONT = String.raw`"[\w -]{1,60}"|'[\w -]{1,60}'`;
const TERM = `(?:${NUMBER}|${COLOR}|${FONT}|[a-z][a-z-]{0,39})`;
/** Numbers that are not negative, colors, names and fonts; no function but those of colors, so that nothing is loaded or computed. */
export const CSS_VALUE = new RegExp(
  String.raw`^${TERM}(?:(?:\s{0,2}[,/]\s{0,2}|\s{1,2})${TERM}){0,15}$`,
  'i',
);
export const CSS_SIDES = ['', '-top', '-right', '-bottom', '-left'];
/** Properties that change how text looks, and none that moves it out of its place. */
export const CSS_PROPERTIES = [
  ...['color', 'background-color', 'font', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight'],
  ...['line-height', 'letter-spacing', 'text-align', 'text-decoration', 'text-indent', 'text-transform', 'vertical-align'],
  ...['white-space', 'word-break', 'overflow-wrap', 'direction', 'list-style-type', 'table-layout', 'border-collapse'],
  ...['border-spacing', 'border-radius', 'border-color', 'border-style', 'border-width'],
  ...['width', 'min-width', 'max-width', 'height', 'max-height'],
  ...CSS_SIDES.flatMap((side) => [`margin${side}`, `padding${side}`, `border${side}`]),
]; // oxfmt-ignore

/** A link to http, https, mailto or tel, opened in a new window that learns nothing of this one; text without another one. */
export function linkTag({ href, rel: _rel, target: _target, ...attribs }: Record<string, string>): {
  tagName: string;
  attribs: Record<string, string>;
} {
  return href !== undefined && LINK.test(href.trim())
    ? {
        tagName: 'a',
        attribs: { href: href.trim(), rel: 'noopener noreferrer', target: '_blank', ...attribs },
      }
    : { tagName: 'span', attribs };
}

import sanitize from 'sanitize-html';
import { bodyText, checkHtmlSize } from '@parley/mail-text';

/** Levels of tags that are kept; deeper ones leave their text. */
const NESTING_MAX = 100;

const TAGS = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'div', 'dl'],
  ...['dt', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark'],
  ...['ol', 'p', 'pre', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th'],
  ...['thead', 'tr', 'u', 'ul', 'var', 'wbr'],
]; // oxfmt-ignore

/** Their content is no text for readers: it goes with them. */
const TAGS_WITH_CONTENT = [
  ...['iframe', 'math', 'noembed', 'noframes', 'option', 'plaintext', 'script', 'style', 'svg', 'template', 'textarea'],
  ...['title', 'xmp'],
]; // oxfmt-ignore

const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\0-\x20]/i; // oxlint-disable-line no-control-regex
const IMAGE = /^https:\/\/[^\0-\x20]/i; // oxlint-disable-line no-control-regex

const NUMBER = String.raw`(?:\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(?:px|pt|em|rem|ex|ch|%|cm|mm|in)?`;
const COLOR = String.raw`#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\)`;
const FONT = String.raw`"[\w -]{1,60}"|'[\w -]{1,60}'`;
const TERM = `(?:${NUMBER}|${COLOR}|${FONT}|[a-z][a-z-]{0,39})`;
/** Numbers that are not negative, colors, names and fonts; no function but those of colors, so that nothing is loaded or computed. */
const CSS_VALUE = new RegExp(String.raw`^${TERM}(?:(?:\s{0,2}[,/]\s{0,2}|\s{1,2})${TERM}){0,15}$`, 'i');
const SIDES = ['', '-top', '-right', '-bottom', '-left'];
/** Properties that change how text looks, and none that moves it out of its place. */
const CSS_PROPERTIES = [
  ...['color', 'background-color', 'font', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight'],
  ...['line-height', 'letter-spacing', 'text-align', 'text-decoration', 'text-indent', 'text-transform', 'vertical-align'],
  ...['white-space', 'word-break', 'overflow-wrap', 'direction', 'list-style-type', 'table-layout', 'border-collapse'],
  ...['border-spacing', 'border-radius', 'border-color', 'border-style', 'border-width'],
  ...['width', 'min-width', 'max-width', 'height', 'max-height'],
  ...SIDES.flatMap((side) => [`margin${side}`, `padding${side}`, `border${side}`]),
]; // oxfmt-ignore

/**
 * The HTML of a user as it is sent: tags, attributes and CSS properties of a list, links to http, https, mailto and tel alone, opened
 * without a referrer. Images are kept from https, as signatures have them; another image becomes its `alt` text, since http is refused
 * by mail programs that show https, and data URLs are removed by the large ones. Throws `html_too_large` as {@link checkHtmlSize} does.
 */
export function sanitizeHtml(html: string): string {
  checkHtmlSize(html);
  return sanitize(bodyText(html), OPTIONS);
}

const OPTIONS: sanitize.IOptions = {
  allowedTags: TAGS,
  nonTextTags: TAGS_WITH_CONTENT,
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'title', 'align', 'valign', 'bgcolor'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'type'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    col: ['span', 'width'],
    td: ['colspan', 'rowspan', 'width', 'height'],
    th: ['colspan', 'rowspan', 'width', 'height'],
  },
  allowedStyles: { '*': Object.fromEntries(CSS_PROPERTIES.map((property) => [property, [CSS_VALUE]])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: (_tag, { href, rel: _rel, target: _target, ...attribs }) =>
      href !== undefined && LINK.test(href.trim())
        ? {
            tagName: 'a',
            attribs: { href: href.trim(), rel: 'noopener noreferrer', target: '_blank', ...attribs },
          }
        : { tagName: 'span', attribs },
    img: (_tag, attribs) =>
      IMAGE.test(attribs['src']?.trim() ?? '')
        ? { tagName: 'img', attribs }
        : { tagName: 'span', attribs: {}, text: attribs['alt'] ?? '' },
  },
};

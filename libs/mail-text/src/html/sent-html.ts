import sanitize from 'sanitize-html';
import { checkHtmlSize } from '../html-size.ts';
import { bodyText } from '../text.rules.ts';
import {
  ATTRIBUTES,
  CSS_PROPERTIES,
  CSS_VALUE,
  LINK_SCHEMES,
  linkTag,
  TAGS,
  TAGS_WITH_CONTENT,
} from './listed-html.ts';

/** Levels of tags that are kept; deeper ones leave their text. */
const NESTING_MAX = 100;

const IMAGE = /^https:\/\/[^\0-\x20]/i; // oxlint-disable-line no-control-regex

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
  allowedAttributes: ATTRIBUTES,
  allowedStyles: { '*': Object.fromEntries(CSS_PROPERTIES.map((property) => [property, [CSS_VALUE]])) },
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: (_tag, attribs) => linkTag(attribs),
    img: (_tag, attribs) =>
      IMAGE.test(attribs['src']?.trim() ?? '')
        ? { tagName: 'img', attribs }
        : { tagName: 'span', attribs: {}, text: attribs['alt'] ?? '' },
  },
};

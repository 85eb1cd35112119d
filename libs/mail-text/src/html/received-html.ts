import sanitize from 'sanitize-html';
import { checkHtmlSize } from '../html-size.ts';
import { QUOTE_ATTRIBUTE } from '../quotes/marked-html.ts';
import { bodyText } from '../text.rules.ts';
import {
  ATTRIBUTES,
  CSS_PROPERTIES,
  CSS_SIDES,
  CSS_VALUE,
  LINK_SCHEMES,
  linkTag,
  TAGS,
  TAGS_WITH_CONTENT,
} from './listed-html.ts';
import { QUOTE_CLASS, settledHtml } from './settled-html.ts';

/** What the HTML of a received mail may load. */
export interface DisplayOptions {
  /** The URL of the part with this Content-ID (RFC 2392), or null if the mail has none. */
  readonly urlOfContentId: (contentId: string) => string | null;
  /** Images of other servers, whose request tells the sender that the mail is read. */
  readonly remote: 'blocked' | 'allowed';
}

export interface DisplayHtml {
  readonly html: string;
  /** Something of it is loaded from other servers only with `remote: 'allowed'`. */
  readonly hasRemoteContent: boolean;
}

/** Where a placeholder keeps what it stands for, so that it is the same when it is sanitised again. */
const REMOTE_SRC = 'data-parley-src';
const REMOTE_BACKGROUND = 'data-parley-background';
const CONTENT_ID = 'data-parley-cid';

/** Formats of the time before CSS, which mail programs write to this day. */
const OLD_TAGS = ['big', 'center', 'font', 'strike', 'tt'];
const LISTED_TAGS = new Set([...TAGS, ...OLD_TAGS, 'details', 'summary']);
const OLD_ATTRIBUTES = {
  ...ATTRIBUTES,
  '*': [...ATTRIBUTES['*'], 'width', 'height', 'nowrap', 'background', REMOTE_BACKGROUND],
  img: [...ATTRIBUTES.img, 'border', 'hspace', 'vspace', REMOTE_SRC, CONTENT_ID],
  font: ['color', 'face', 'size'],
  hr: ['color', 'noshade', 'size'],
  li: ['type', 'value'],
  ul: ['type'],
  div: [QUOTE_ATTRIBUTE],
};

/** Classes by which Outlook tells paragraphs without a margin from others. */
const CLASSES = ['MsoNormal', 'MsoListParagraph', 'MsoNoSpacing', 'MsoPlainText'];

/** Properties of layouts within the flow of the text. */
const LAYOUT = {
  background: [CSS_VALUE],
  clear: [/^(?:both|left|none|right)$/],
  display: [/^(?:block|inline|inline-block|list-item|table|table-cell|table-row)$/],
  float: [/^(?:left|none|right)$/],
};
const LOOKS = [
  ...CSS_PROPERTIES,
  ...CSS_SIDES.slice(1).flatMap((side) => ['color', 'style', 'width'].map((look) => `border${side}-${look}`)),
];
const STYLES = { ...Object.fromEntries(LOOKS.map((property) => [property, [CSS_VALUE]])), ...LAYOUT };

const REMOTE = /^(?:https?:)?\/\/[^\0-\x20]/i; // oxlint-disable-line no-control-regex
/** Images that are written into the HTML; SVG is not among them, since it is a document. */
const DATA_IMAGE = /^data:image\/(?:bmp|gif|jpe?g|png|webp);base64,[\da-z+/=\s]+$/i;

/**
 * The HTML of a received mail for {@link displayDocument}: tags, attributes and CSS properties of a list, links to http, https, mailto
 * and tel alone. Images of other servers are placeholders until they are allowed, and style sheets are left out. The marks of
 * `splitQuote` become elements that fold the quotation. Sanitising the result again with the same options gives the same. Throws
 * `html_too_large` as {@link checkHtmlSize} does.
 */
export function sanitizeForDisplay(html: string, options: DisplayOptions): DisplayHtml {
  checkHtmlSize(html);
  const sources = new Sources(options);
  return {
    html: settledHtml(sanitize(bodyText(html), optionsFor(sources))),
    hasRemoteContent: sources.hasRemoteContent,
  };
}

function optionsFor(sources: Sources): sanitize.IOptions {
  return {
    allowedTags: [...LISTED_TAGS],
    nonTextTags: TAGS_WITH_CONTENT,
    allowedAttributes: { ...OLD_ATTRIBUTES },
    allowedClasses: { '*': CLASSES, details: [QUOTE_CLASS] },
    allowedStyles: { '*': STYLES },
    allowedSchemes: LINK_SCHEMES,
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    transformTags: {
      a: (_tag, attribs) => linkTag(attribs),
      body: 'div',
      // The direction of a page is that of its text.
      html: (tagName, { dir }) => ({
        tagName: dir === undefined ? tagName : 'div',
        attribs: attribute('dir', dir ?? null),
      }),
      img: (_tag, attribs) => ({ tagName: 'img', attribs: sources.image(attribs) }),
      '*': (tagName, attribs) => ({ tagName, attribs: attributesOf(tagName, attribs, sources) }),
    },
  };
}

function attributesOf(tagName: string, attributes: Attributes, sources: Sources): Attributes {
  if (!LISTED_TAGS.has(tagName)) return attributes;
  // The element becomes another one, which has none of its attributes.
  if (tagName === 'div' && QUOTE_ATTRIBUTE in attributes) return { [QUOTE_ATTRIBUTE]: '' };
  return sources.background(attributes);
}

type Attributes = Record<string, string>;

/** Decides what is loaded, and notes whether something would be. */
class Sources {
  hasRemoteContent = false;

  constructor(private readonly options: DisplayOptions) {}

  /** The attributes of an image with the URL that it is loaded from, or of a placeholder without one. */
  image({ src, srcset, [REMOTE_SRC]: remote, [CONTENT_ID]: contentId, ...rest }: Attributes): Attributes {
    const source = (remote ?? src ?? srcset?.split(/[\s,]/, 32).find((url) => url !== '') ?? '').trim();
    const id = contentId ?? (/^cid:/i.test(source) ? source.slice(4) : undefined);
    if (id !== undefined) return { ...attribute('src', this.urlOf(id)), [CONTENT_ID]: id, ...rest };
    if (DATA_IMAGE.test(source)) return { src: source, ...rest };
    return { ...this.remote(source, 'src', REMOTE_SRC), ...rest };
  }

  background(attributes: Attributes): Attributes {
    const { background, [REMOTE_BACKGROUND]: remote, ...rest } = attributes;
    const source = (remote ?? background)?.trim();
    if (source === undefined) return attributes;
    return { ...this.remote(source, 'background', REMOTE_BACKGROUND), ...rest };
  }

  private remote(source: string, attribute: string, placeholder: string): Attributes {
    if (!REMOTE.test(source)) return {};
    this.hasRemoteContent = true;
    // The origin of the document is no place for what another server has.
    const url = source.startsWith('//') ? `https:${source}` : source;
    return { [this.options.remote === 'allowed' ? attribute : placeholder]: url };
  }

  private urlOf(contentId: string): string | null {
    try {
      return this.options.urlOfContentId(decodeURIComponent(contentId));
    } catch (error) {
      if (error instanceof URIError) return this.options.urlOfContentId(contentId);
      throw error;
    }
  }
}

function attribute(name: string, value: string | null): Attributes {
  return value === null ? {} : { [name]: value };
}

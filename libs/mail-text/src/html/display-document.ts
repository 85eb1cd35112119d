import { QUOTE_CLASS } from './settled-html.ts';

/** A source of the Content Security Policy: a scheme or an origin. */
const SOURCE = /^(?:https?:|data:|https?:\/\/[\w.-]{1,253}(?::\d{1,5})?)$/;

/**
 * Mails are written for a white page: in dark mode they keep it, as colors of the sender would not be readable on another one. Outlook
 * writes paragraphs whose style sheet, which is left out, takes their margin.
 */
const STYLES = `
:root { color-scheme: light; background: #fff; color: #1f1f1f; }
body { margin: 0; padding: 12px; font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
img { max-width: 100%; }
img:not([src]) { border: 1px dashed #b5b5b5; background: #f5f5f5; color: #6b6b6b; font-size: 12px; }
pre { white-space: pre-wrap; }
blockquote { margin: 0 0 0 8px; padding: 0 0 0 12px; border-left: 2px solid #d5d5d5; }
.MsoNormal, .MsoListParagraph, .MsoNoSpacing, .MsoPlainText { margin: 0; }
.${QUOTE_CLASS} > summary { display: inline-block; padding: 0 8px; border-radius: 4px; background: #ededed; cursor: pointer; list-style: none; }
.${QUOTE_CLASS} > summary::-webkit-details-marker { display: none; }
`;

/**
 * The document of HTML that `sanitizeForDisplay` made, for an `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox">` and an
 * origin of its own. Its policy (Content Security Policy Level 3) is a second wall: it runs, requests and submits nothing, and shows
 * images of `imageSources` alone, which are schemes or origins such as `https://files.example.com`; `http:` and `https:` where remote
 * images are allowed. The response that carries it should repeat the policy as a header, with `sandbox`, which an element cannot set.
 * Throws a `TypeError` for another source.
 */
export function displayDocument(html: string, imageSources: readonly string[] = []): string {
  const wrong = imageSources.find((source) => !SOURCE.test(source));
  if (wrong !== undefined) throw new TypeError(`Not a source of images: ${wrong}`);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${displayPolicy(imageSources)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title></title>
<style>${STYLES}</style>
</head>
<body>
${html}
</body>
</html>
`;
}

/** The policy of the document, without what only a header can say. */
function displayPolicy(imageSources: readonly string[]): string {
  const images = ['data:', ...imageSources.filter((source) => source !== 'data:')].join(' ');
  return `default-src 'none'; img-src ${images}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
}

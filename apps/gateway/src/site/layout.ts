import { createHash } from 'node:crypto';
import { html, Html } from '@parley/runtime/http/html';
import { BASE_STYLE, STYLE } from './style.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const styleElement = (style: string) => new Html(`<style>${style}</style>`);

/** What every page carries: it may be framed by nobody. */
export const PAGE_HEADERS = { 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' };

/** A page that applies its own style and loads nothing else than its icon. */
export const PLAIN_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

const BUBBLES =
  '<path d="M4 3h11a3 3 0 0 1 3 3v1h-6a5 5 0 0 0-5 5v3l-4 3V6a3 3 0 0 1 1-3Z" opacity=".55"/>' +
  '<path d="M12 9h6a3 3 0 0 1 3 3v9l-4-3h-5a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3Z"/>';
const MARK = new Html(`<svg viewBox="0 0 24 24" aria-hidden="true">${BUBBLES}</svg>`);

export const FAVICON =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#3448c5}` +
  `@media(prefers-color-scheme:dark){path{fill:#a3b1ff}}</style>${BUBBLES}</svg>`;

export interface Installation {
  baseUrl: string;
  authUrl: string;
  version: string;
  /** Path of the address of the API, with which links begin. */
  prefix: string;
}

export interface View {
  title: string;
  section: 'home' | 'reference' | 'guides';
  content: Html;
  /** Only the bar at the top, above content that has a look of its own. */
  isBare?: boolean;
}

export function renderPage(view: View, installation: Installation): string {
  const { title, section, content, isBare = false } = view;
  const { prefix, version } = installation;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${section === 'home' ? title : `${title} · Parley`}</title>
        <link rel="icon" href="${prefix}/favicon.svg" type="image/svg+xml" />
        ${styleElement(isBare ? BASE_STYLE : STYLE)}
      </head>
      <body>
        ${isBare ? null : html`<a class="skip" href="#content">Skip to content</a>`}
        <nav class="top" aria-label="Parley">
          <a class="brand" href="${prefix}/" aria-label="Parley">${MARK} <span>Parley</span></a>
          ${link(`${prefix}/docs`, 'API reference', section === 'reference')}
          ${link(`${prefix}/docs/guides`, 'Guides', section === 'guides')}
          ${link(installation.authUrl, 'Sign in', false)}
        </nav>
        ${content} ${isBare ? null : html`<footer>Parley ${version}</footer>`}
      </body>
    </html> `.text;
}

export function link(href: string, text: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a href="${href}" aria-current="page">${text}</a>`
    : html`<a href="${href}">${text}</a>`;
}

import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';
import { STYLE } from './style.ts';

export interface Page {
  title: string;
  content: Html;
  wide?: boolean;
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** Speech bubbles that overlap. */
const MARK = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 3h11a3 3 0 0 1 3 3v1h-6a5 5 0 0 0-5 5v3l-4 3V6a3 3 0 0 1 1-3Z" ' +
    'opacity=".55"/><path d="M12 9h6a3 3 0 0 1 3 3v9l-4-3h-5a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3Z"/></svg>',
);

export function document({ title, content, wide = false }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Parley</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main class="${wide ? 'wide' : 'card'}">
          <p class="brand">${MARK} Parley</p>
          ${content}
        </main>
      </body>
    </html> `.text;
}

/**
 * What every page is sent with. Nothing is loaded but the style above, nobody may frame a page, nothing is kept.
 * Browsers apply form-action to every redirect that follows a form, so the answer to a consent may go on to where the
 * app lives and from there to where it likes: its scheme is all that can be said.
 * @param answersTo schemes to which the answer to a form of the page may lead, beside this site.
 */
export function pageHeaders(
  secure: boolean,
  answersTo: readonly ('https:' | 'http:')[] = [],
): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      `form-action ${["'self'", ...answersTo].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** A page that only says something. */
export function messagePage(title: string, message: string): Page {
  return {
    title,
    content: html`<h1>${title}</h1>
      <p>${message}</p>`,
  };
}

import { createHash } from 'node:crypto';
import { html, Html } from '@parley/runtime/http/html';
import { STYLE } from './style.ts';

export interface View {
  title: string;
  content: Html;
}

/** The only style that a page may apply, for its Content-Security-Policy. */
export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const SHAPES =
  '<path d="M4 3h11a3 3 0 0 1 3 3v1h-6a5 5 0 0 0-5 5v3l-4 3V6a3 3 0 0 1 1-3Z" opacity=".55"/>' +
  '<path d="M12 9h6a3 3 0 0 1 3 3v9l-4-3h-5a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3Z"/>';
const MARK = new Html(`<svg viewBox="0 0 24 24" aria-hidden="true">${SHAPES}</svg>`);

/** The icon is in the page itself, which saves a request; its color is readable on light and dark tabs. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#6b7cf0">${SHAPES}</svg>`;
const ICON_URL = `data:image/svg+xml,${encodeURIComponent(ICON)}`;

export function document({ title, content }: View): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${ICON_URL}" />
        <title>${title} · Parley</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <p class="brand">${MARK} Parley</p>
          ${content}
        </main>
      </body>
    </html> `.text;
}

export function messageView(title: string, message: string, next: Html | null = null): View {
  return {
    title,
    content: html`<h1>${title}</h1>
      <p>${message}</p>
      ${next}`,
  };
}

import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';
import { STYLE } from './style.ts';

export interface View {
  title: string;
  content: Html;
  wide?: boolean;
}

/** The only style that a page may apply, for its Content-Security-Policy. */
export const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** The logo: overlapping speech bubbles. */
const MARK = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 3h11a3 3 0 0 1 3 3v1h-6a5 5 0 0 0-5 5v3l-4 3V6a3 3 0 0 1 1-3Z" ' +
    'opacity=".55"/><path d="M12 9h6a3 3 0 0 1 3 3v9l-4-3h-5a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3Z"/></svg>',
);

export function document({ title, content, wide = false }: View): string {
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

export function messageView(title: string, message: string): View {
  return {
    title,
    content: html`<h1>${title}</h1>
      <p>${message}</p>`,
  };
}

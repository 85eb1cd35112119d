import { html, Html } from '@parley/runtime/http/html';
import type { Document, Documents } from './documents.ts';
import { link, type Installation, type View } from './layout.ts';

/** A page with fewer headings needs no table of contents. */
const CONTENTS_MIN = 4;

export function documentView(document: Document, { guides }: Documents, installation: Installation): View {
  const { prefix } = installation;
  const items = [{ path: '/docs/guides', title: 'All guides' }, ...guides];
  const list = html`<ul>
    ${items.map(({ path, title }) => html`<li>${link(prefix + path, title, path === document.path)}</li>`)}
  </ul>`;
  return {
    title: document.title,
    section: 'guides',
    content: html`<div class="page">
      <nav aria-label="Guides">${list}</nav>
      <main id="content">
        <details class="menu">
          <summary>Guides</summary>
          <nav aria-label="All guides">${list}</nav>
        </details>
        <h1>${document.title}</h1>
        ${contents(document)} ${new Html(document.html)}
      </main>
    </div>`,
  };
}

function contents({ headings }: Document): Html | null {
  const chapters = headings.filter(({ depth }) => depth === 2);
  if (chapters.length < CONTENTS_MIN) return null;
  return html`<nav class="contents" aria-labelledby="contents">
    <h2 id="contents">On this page</h2>
    <ul>
      ${chapters.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

export function missingView({ prefix }: Installation): View {
  return {
    title: 'Page not found',
    section: 'guides',
    content: html`<main id="content" class="home">
      <h1>Page not found</h1>
      <p class="lead">There is no page at this address.</p>
      <p class="actions">
        <a class="button main" href="${prefix}/docs/guides">All guides</a>
        <a class="button" href="${prefix}/docs">API reference</a>
      </p>
    </main>`,
  };
}

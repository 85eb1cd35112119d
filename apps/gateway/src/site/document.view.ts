import { html, Html } from '@parley/runtime/http/html';
import type { Document, Documents } from './documents.ts';
import { link, type Installation, type View } from './layout.ts';
import { LANGUAGES } from './markdown.ts';

/** A page with fewer headings needs no table of contents. */
const CONTENTS_MIN = 4;

/** The guide that shows how to make a client. */
const FIRST = '/docs/guides/getting-started';

export function documentView(document: Document, { guides }: Documents, installation: Installation): View {
  const { prefix } = installation;
  const hasSamples = document.html.includes('class="samples"');
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
        ${hasSamples ? languages() : null}
        <details class="menu">
          <summary>Guides</summary>
          <nav aria-label="All guides">${list}</nav>
        </details>
        <h1>${document.title}</h1>
        ${contents(document)} ${hasSamples && document.path !== FIRST ? setUp(prefix) : null}
        ${new Html(document.html)}
      </main>
    </div>`,
  };
}

/** The choice for all code of the page: out of sight until the keyboard reaches it, since the tabs above the code switch it. */
function languages(): Html {
  const choices = Object.entries(LANGUAGES).map(
    ([language, name]) =>
      html`<label
        ><input
          type="radio"
          name="language"
          id="language-${language}"
          aria-label="${name}"
          ${language === 'sh' ? new Html('checked') : null}
        />${name}</label
      >`,
  );
  return html`<fieldset class="languages">
    <legend>Language of the code</legend>
    ${choices}
  </fieldset>`;
}

function setUp(prefix: string): Html {
  return html`<p class="soft">
    In Node.js, Python, Ruby and PHP, <code>parley</code> is the
    <a href="${prefix + FIRST}#client-libraries">client of Getting started</a>.
  </p>`;
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

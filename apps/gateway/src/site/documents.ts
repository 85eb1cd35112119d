import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from './layout.ts';
import { linksOf, renderMarkdown, type RenderedMarkdown, type Samples } from './markdown.ts';

/** The folder `docs` of the repository: as far from the sources as from the build. */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs');

/** What the commands of the guides are in other languages: `npm run sdks` writes it. */
const SAMPLES = 'guide-samples.json';

/** What the code of a guide calls, so that it runs as it is after `npm start`. */
const LOCAL_API = 'http://localhost:3000';
const LOCAL_AUTH = 'http://localhost:3001';

const INDEX = 'guides/README.md';

export interface Document extends RenderedMarkdown {
  /** Path below the address of the API: `/docs/guides/oauth`. */
  path: string;
}

export interface Documents {
  all: readonly Document[];
  guides: readonly { path: string; title: string; summary: string }[];
}

/** Reads and renders the pages of `docs`, and of `docs/guides` with the addresses of the installation. */
export async function loadDocuments(
  { prefix, baseUrl, authUrl }: Pick<Installation, 'prefix' | 'baseUrl' | 'authUrl'>,
  folder = FOLDER,
): Promise<Documents> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /^(?:guides\/)?[\w-]+\.md$/.test(name),
  );
  const here = (text: string) => text.replaceAll(LOCAL_API, baseUrl).replaceAll(LOCAL_AUTH, authUrl);
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    texts.set(name, name.startsWith('guides/') ? here(text) : text);
  }
  const samples = JSON.parse(here(await readFile(join(folder, SAMPLES), 'utf8'))) as Samples;
  const all = [...texts].map(([name, text]) => ({
    path: pathOf(name),
    ...renderMarkdown(text, (href) => resolveLink(name, href, prefix, texts), samples),
  }));
  const index = texts.get(INDEX) ?? '';
  return {
    all,
    guides: linksOf(index).flatMap(({ href, text }) =>
      texts.has(`guides/${href}`)
        ? [{ path: pathOf(`guides/${href}`), title: text, summary: summaryIn(index, href) }]
        : [],
    ),
  };
}

/** The path of a page, of which `docs/guides/errors.md` has a short one: every error links to it. */
export function pathOf(name: string): string {
  if (name === INDEX) return '/docs/guides';
  if (name === 'guides/errors.md') return '/docs/errors';
  return `/docs/${name.replace(/\.md$/, '')}`;
}

function resolveLink(from: string, href: string, prefix: string, texts: ReadonlyMap<string, string>) {
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(from), path);
  if (!texts.has(target)) return null;
  return prefix + pathOf(target) + (anchor === undefined ? '' : `#${anchor}`);
}

/** What follows a link of the index on its line: `: how to read long lists`. */
function summaryIn(index: string, href: string): string {
  const line = index.split('\n').find((one) => one.includes(`](${href})`)) ?? '';
  return line
    .slice(line.indexOf(`](${href})`) + href.length + 3)
    .replace(/^\s*[:–—-]\s*/, '')
    .trim();
}

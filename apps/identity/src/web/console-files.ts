import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What `scripts/build/console.mjs` builds; the sources of this file are as deep as their compiled form. */
const SITE = fileURLToPath(new URL('../../../console/dist/site/', import.meta.url));

/** Compressed forms beside a file, best first, by their name in `Accept-Encoding`. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export type ConsolePage = 'console' | 'playground';

export interface EncodedFile {
  type: string;
  /** Undefined for the file as it is. */
  encoding?: 'br' | 'gzip';
  content: Buffer;
}

/** The files of the account console, which are read once: a release replaces them together with the process. */
export class ConsoleFiles {
  private constructor(
    private readonly pages: Readonly<Record<ConsolePage, string>>,
    private readonly assets: ReadonlyMap<string, Buffer>,
  ) {}

  /** Rejects if the console has not been built (`npm run build`). */
  static async read(): Promise<ConsoleFiles> {
    const [console, playground] = await Promise.all(
      ['index.html', 'playground.html'].map((name) => readFile(join(SITE, name), 'utf8')),
    );
    if (console === undefined || playground === undefined) throw new Error('the console lacks a page');
    const names = await readdir(join(SITE, 'assets'));
    const assets = await Promise.all(
      names.map(async (name) => [name, await readFile(join(SITE, 'assets', name))] as const),
    );
    return new ConsoleFiles({ console, playground }, new Map(assets));
  }

  /** @param path where the console is, such as `/console/`. @param nonce of the styles that scripts of the page add. */
  html(page: ConsolePage, path: string, nonce: string): string {
    return this.pages[page].replaceAll('"./assets/', `"${path}assets/`).replaceAll('CSP_NONCE', nonce);
  }

  /** A file in the best form that the browser accepts; undefined if there is none of this name. */
  asset(name: string, acceptEncoding: string): EncodedFile | undefined {
    const content = this.assets.get(name);
    const type = TYPES[extname(name)];
    if (content === undefined || type === undefined) return undefined;
    const accepted = new Set(acceptEncoding.split(',').map((item) => item.trim().split(';')[0]));
    for (const [encoding, suffix] of ENCODINGS) {
      const compressed = this.assets.get(name + suffix);
      if (compressed !== undefined && accepted.has(encoding)) return { type, encoding, content: compressed };
    }
    return { type, content };
  }
}

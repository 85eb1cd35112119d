import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createFile } from '@parley/contracts';
import { eventually } from '@parley/testing';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.mjs';
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts';
import { Looks } from './oauth/looks.ts';
import { operator } from './platform.ts';

const pages = new Map<string, { type: string; body: Uint8Array | string }>();
let heard: string[] = [];

/** An origin of the attacker: it serves pages that embed a file, and hears of every script that ran. */
const attacker = createServer(({ url = '/' }, response) => {
  if (url.startsWith('/ran/')) heard.push(url.slice('/ran/'.length));
  const { type, body } = pages.get(url) ?? { type: 'text/plain', body: '' };
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
}).listen(0, '127.0.0.1');
await once(attacker, 'listening');
const home = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`;

const workspace = await operator.workspace();
// The whole browser, as people use it, instead of the headless shell of other tests.
const looks = await Looks.launch(findChromium());
const { context } = looks;

afterAll(async () => {
  await looks.close();
  attacker.closeAllConnections();
  attacker.close();
});

const scriptOf = (mark: string) => `fetch('${home}/ran/${mark}')`;

/** Opens a page of the attacker and waits until everything in it has loaded or failed. */
async function open(page: Page, path: string, body: Uint8Array | string, type = 'text/html'): Promise<void> {
  pages.set(path, { type, body });
  await page.goto(home + path, { waitUntil: 'load' });
}

/** Goes to a file, which the browser shows or saves. */
async function visit(page: Page, url: string): Promise<'shown' | 'saved'> {
  const saved = page.waitForEvent('download', { timeout: 20_000 }).then(
    (download) => download.delete().then(() => 'saved' as const),
    () => 'shown' as const,
  );
  // It fails where the file is saved.
  const shown = page.goto(url, { waitUntil: 'load' }).then(
    () => 'shown' as const,
    () => saved,
  );
  return Promise.race([shown, saved]);
}

const EMBEDDED = (url: string) => `<!doctype html>
  <iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}">
  <script src="${url}"></script><script type="module" src="${url}"></script><link rel="stylesheet" href="${url}">
  <video src="${url}"></video>`;

describe('a hostile file', () => {
  it.each(HOSTILE_FILES)('runs nothing in a browser: $name', async (file: HostileFile) => {
    heard = [];
    const mark = file.name.replace(/\W/g, '-');
    const stored = await workspace.live.ok(createFile, {
      body: { file: new File([file.content(scriptOf(mark))], file.name, { type: file.type }) },
    });
    const url = (stored.data.url ?? '').replaceAll('&', '&amp;');
    const page = await context.newPage();
    expect(await visit(page, stored.data.url ?? '')).toBe(file.shown === undefined ? 'saved' : 'shown');
    await open(page, `/embeds/${mark}`, EMBEDDED(url));
    // The last that is heard: had a script run before, it would have been heard first.
    await page.evaluate(scriptOf('end'));
    await eventually(() => expect(heard).toContain('end'));
    await page.close();
    expect(heard).toEqual(['end']);
  });

  it('would run where it is served as it claims', async () => {
    for (const name of ['page.html', 'picture.svg', 'page.xhtml', 'feed.xml', 'module.js']) {
      heard = [];
      const { type, content } = HOSTILE_FILES.find((file) => file.name === name) as HostileFile;
      const page = await context.newPage();
      pages.set('/evil', { type, body: content(scriptOf('evil')) });
      if (name === 'module.js') await open(page, '/embeds/evil', EMBEDDED(`${home}/evil`));
      else await page.goto(`${home}/evil`);
      await eventually(() => expect(heard).toContain('evil'));
      await page.close();
    }
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../../setup/chromium.mjs';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** A desk and a phone, a light and a dark scheme. */
const LOOKS = [
  [1280, 'light'],
  [390, 'dark'],
] as const;
/** Not needed for what axe finds: colors depend on the scheme, and layout on the width. */
const OTHER_LOOKS = [
  [1280, 'dark'],
  [390, 'light'],
] as const;

/** All rules, without what only reports of passed rules need, and without style sheets, which only experimental rules read. */
const AXE_OPTIONS = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** Chromium with a profile of its own, which looks at pages as people and axe do. */
export class Looks {
  private constructor(
    readonly context: BrowserContext,
    private readonly profile: string,
    private readonly axe: string,
  ) {}

  static async launch(): Promise<Looks> {
    const executablePath = findChromium();
    if (executablePath === undefined)
      throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM');
    const axe = await readFile(axeFile, 'utf8');
    const profile = await mkdtemp(join(tmpdir(), 'parley-chromium-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    return new Looks(context, profile, axe);
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true });
  }

  /** Looks at a page in both schemes and widths. SCREENSHOTS=folder keeps pictures of every combination. */
  async look(page: Page, name: string): Promise<string[]> {
    const { SCREENSHOTS: folder } = process.env;
    const faults: string[] = [];
    for (const [width, colorScheme] of folder === undefined ? LOOKS : [...LOOKS, ...OTHER_LOOKS]) {
      await page.setViewportSize({ width, height: 844 });
      // Colors must not be looked at in the middle of a transition.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await this.#violations(page);
      faults.push(...found.map((fault) => `${name}, ${width}, ${colorScheme}: ${fault}`));
      // Nothing sticks out at the side, and the style has been taken.
      const [inner, wide, ground] = await page.evaluate<[number, number, string]>(
        '[innerWidth, document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]',
      );
      if (wide > inner) faults.push(`${name} is ${wide} pixels wide at ${width}`);
      if (ground === 'rgba(0, 0, 0, 0)') faults.push(`${name} has no style`);
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
    return faults;
  }

  /** What axe finds; run past the page's own policy, as an extension would be. */
  async #violations(page: Page): Promise<string[]> {
    const session = await this.context.newCDPSession(page);
    const { result: loaded } = await session.send('Runtime.evaluate', { expression: 'typeof axe' });
    if (loaded.value === 'undefined') await session.send('Runtime.evaluate', { expression: this.axe });
    const { result } = await session.send('Runtime.evaluate', {
      expression: `axe.run(${JSON.stringify(AXE_OPTIONS)}).then(({violations}) => JSON.stringify(violations))`,
      awaitPromise: true,
      returnByValue: true,
    });
    await session.detach();
    const found = JSON.parse(String(result.value)) as Violation[];
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
}

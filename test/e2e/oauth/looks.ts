import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFullRun } from '@parley/testing';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findPageBrowser } from '../../setup/chromium.mjs';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** All rules, without what only reports of passed rules need, and without style sheets, which only experimental rules read. */
const ALL_RULES = { resultTypes: ['violations'], preload: { assets: ['media'] } };
/** The rules that read colors: what the others find in a look, they find in the one of the same width and the other scheme. */
const COLOR_RULES = { ...ALL_RULES, runOnly: ['color-contrast', 'link-in-text-block'] };

/** As a dialog, a menu belongs to the button that has opened it and takes the focus: it needs no landmark. */
const AXE_CHECKS = JSON.stringify({
  checks: [
    {
      id: 'region',
      options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg' },
    },
  ],
});

/** How long a test waits for anything on a page. */
const WITHIN_MS = 90_000;

/** A phone and a desk, each in both schemes: for pages of which each width shows other parts. The page keeps the last one. */
export const ALL_LOOKS = [
  { width: 390, colorScheme: 'dark', rules: ALL_RULES },
  { width: 390, colorScheme: 'light', rules: COLOR_RULES },
  { width: 1280, colorScheme: 'dark', rules: COLOR_RULES },
  { width: 1280, colorScheme: 'light', rules: ALL_RULES },
] as const;
export type Look = (typeof ALL_LOOKS)[number];
/** For what only a phone shows. */
export const PHONE_LOOKS = ALL_LOOKS.filter(({ width }) => width === 390);

/** Chromium with a profile of its own, which looks at pages as people and axe do. */
export class Looks {
  private constructor(
    readonly context: BrowserContext,
    private readonly profile: string,
    private readonly axe: string,
  ) {}

  static async launch(executablePath = findPageBrowser()): Promise<Looks> {
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
    context.setDefaultTimeout(WITHIN_MS);
    return new Looks(context, profile, axe);
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true });
  }

  /**
   * Looks at a page without loading it again: in `npm run test:full` and for pictures at each width in each scheme, otherwise once.
   * SCREENSHOTS=folder keeps a picture of each look.
   */
  async look(page: Page, name: string, possible: readonly Look[] = ALL_LOOKS): Promise<string[]> {
    const { SCREENSHOTS: folder } = process.env;
    const faults: string[] = [];
    const isOnce = !isFullRun && folder === undefined;
    const which = isOnce ? possible.filter(({ rules }) => rules === ALL_RULES).slice(-1) : possible;
    const grounds = new Map<Look['colorScheme'], string>();
    for (const { width, colorScheme, rules } of which) {
      await page.setViewportSize({ width, height: 844 });
      // Colors must not be looked at in the middle of a transition.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Nothing sticks out at the side, and the style has been taken: scripts learn of another scheme with the next frame.
      const [inner, wide, ground] = await page.evaluate<[number, number, string]>(
        `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
          [innerWidth, document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]))))`,
      );
      grounds.set(colorScheme, ground);
      const found = await this.#violations(page, rules);
      faults.push(...found.map((fault) => `${name}, ${width}, ${colorScheme}: ${fault}`));
      if (wide > inner) faults.push(`${name} is ${wide} pixels wide at ${width}`);
      if (ground === 'rgba(0, 0, 0, 0)') faults.push(`${name} has no style`);
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
    if (grounds.size > 1 && grounds.get('light') === grounds.get('dark'))
      faults.push(`${name} has the same colors in both schemes`);
    return faults;
  }

  /** What axe finds; run past the page's own policy, as an extension would be. */
  async #violations(page: Page, rules: Look['rules']): Promise<string[]> {
    const session = await this.context.newCDPSession(page);
    const { result: loaded } = await session.send('Runtime.evaluate', { expression: 'typeof axe' });
    if (loaded.value === 'undefined')
      await session.send('Runtime.evaluate', { expression: `${this.axe};axe.configure(${AXE_CHECKS})` });
    const { result } = await session.send('Runtime.evaluate', {
      expression: `axe.run(${JSON.stringify(rules)}).then(({violations}) => JSON.stringify(violations))`,
      awaitPromise: true,
      returnByValue: true,
    });
    await session.detach();
    const found = JSON.parse(String(result.value)) as Violation[];
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
}

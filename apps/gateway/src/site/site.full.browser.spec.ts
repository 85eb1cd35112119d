import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@parley/openapi';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { findPageBrowser } from '../../../../test/setup/chromium.mjs';
import { type TestHarness, startHarness } from '../gateway.fixture.ts';

interface Violation {
  id: string;
  nodes: { html: string }[];
}

let harness: TestHarness;
let browser: Browser;
let axe: string;

beforeAll(async () => {
  const executablePath = findPageBrowser();
  if (executablePath === undefined) throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM');
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  harness = await startHarness({ PUBLIC_REQUESTS_PER_MINUTE: '10000', BASE_URL: 'http://localhost:3000' });
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});

const VARIANTS = (['light', 'dark'] as const).flatMap((theme) =>
  [1280, 390].map((width) => ({ theme, width })),
);

async function newPage({ theme, width }: (typeof VARIANTS)[number]): Promise<Page> {
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 900 } });
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** Waits until the reference contains a text. */
async function waitForText(page: Page, text: string): Promise<void> {
  await page.locator('.references-rendered', { hasText: text }).waitFor({ state: 'attached' });
}

/** What axe finds, and whether the page is wider than its window. */
async function errorsOf(page: Page, exclude: string[] = []): Promise<unknown[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(
    async (without) => {
      const { axe: scanner } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> };
      };
      const found = await scanner.run({ exclude: without }, { resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
    },
    exclude.map((selector) => [selector]),
  );
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [...violations, ...(isTooWide === true ? ['wider than the window'] : [])];
}

describe.each(VARIANTS)('in a $theme window of $width pixels', (variant) => {
  it.each(['/', '/docs/errors', '/docs/guides/getting-started', '/docs/guides/webhooks'])(
    '%s has no fault of accessibility',
    async (path) => {
      const page = await newPage(variant);
      await page.goto(harness.url + path);
      expect(await errorsOf(page)).toEqual([]);
      await page.context().close();
    },
  );

  it('the reference has no fault of accessibility', async () => {
    const page = await newPage(variant);
    // A scan of all operations takes half a minute; those of one path have every kind of element.
    const { paths, webhooks, tags, ...document } = openApiDocument();
    const few = {
      ...document,
      tags: tags.filter(({ name }) => name === 'Tickets'),
      paths: only('/v1/tickets', paths),
      webhooks: only('ticket.created', webhooks),
    };
    await page.route('**/openapi.json', (route) => route.fulfill({ json: few }));
    await page.goto(`${harness.url}/docs`);
    await waitForText(page, 'Create a ticket');
    // The renderer puts the button with more languages into the list of tabs.
    expect(await errorsOf(page, ['.client-libraries-list'])).toEqual([]);
    await page.context().close();
  });
});

const only = <Value>(name: string, record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key === name));

it('a guide shows its code in the language that is chosen at a tab or with the keyboard', async () => {
  const page = await newPage({ theme: 'light', width: 1280 });
  await page.goto(`${harness.url}/docs/guides/getting-started`);
  /** The languages of the code that is shown. */
  const shown = async () => {
    const code = await page.locator('.samples > pre:visible').all();
    const languages = await Promise.all(code.map((one) => one.getAttribute('data-language')));
    return [...new Set(languages)].toSorted();
  };
  const isInWindow = async (what: Locator) => {
    const { x, y } = (await what.boundingBox()) ?? { x: -1, y: -1 };
    return x >= 0 && y >= 0 && y < 900;
  };
  // Where curl has no form, Node.js is shown.
  expect(await shown()).toEqual(['js', 'sh']);

  const choice = page.getByRole('group', { name: 'Language of the code' });
  await page.locator('.tabs > label', { hasText: 'Ruby' }).last().click();
  expect(await shown()).toEqual(['ruby']);
  expect(await isInWindow(page.locator('.samples > pre:visible').last())).toBe(true);
  expect(await isInWindow(choice)).toBe(false);

  await page.reload();
  await page.getByRole('radio', { name: 'curl' }).press('ArrowRight');
  expect(await shown()).toEqual(['js']);
  expect(await isInWindow(choice)).toBe(true);
  await page.context().close();
});

it('the reference shows every resource, loads nothing from elsewhere, and breaks no rule of its policy', async () => {
  const page = await newPage({ theme: 'light', width: 1280 });
  const elsewhere: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(harness.url) && !url.startsWith('data:')) elsewhere.push(url);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${harness.url}/docs`);
  for (const { name } of openApiDocument().tags) await waitForText(page, name);
  expect([elsewhere, errors]).toEqual([[], []]);
  await page.context().close();
});

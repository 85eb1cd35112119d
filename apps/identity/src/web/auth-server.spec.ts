import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AddressLimiter, MemoryState } from '@parley/authentication';
import { createLogger } from '@parley/runtime/logging';
import { HeldTimeouts } from '@parley/testing';
import { IdentityConfig } from '../identity.config.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { NoticeState } from '../notices/notice-state.ts';
import { AuthServer } from './auth-server.ts';
import { AuthorizeRoutes } from './authorize.routes.ts';
import { BrowserSession } from './browser-session.ts';
import { HomeRoutes } from './home.routes.ts';
import { ConsoleRoutes } from './console.routes.ts';
import { InvitationRoutes } from './invitation.routes.ts';
import { PageResponder } from './page-responder.ts';
import { PasswordResetRoutes } from './password-reset.routes.ts';
import { PasswordRoutes } from './password.routes.ts';
import { SignInForm } from './sign-in.form.ts';

/** {auth_url} without a database: a browser without a session has none to look up. */
let server: AuthServer;
let url: string;
async function start(delay: string): Promise<void> {
  const config = new IdentityConfig({ AUTH_PORT: '0', AUTH_HOST: '127.0.0.1', DRAIN_DELAY: delay });
  const pages = new PageResponder(config);
  const none = undefined as never;
  const browser = new BrowserSession(new Sessions(none), none, config);
  // There is no mail service, so that no links are mailed.
  const notices = new NoticeState(none);
  const form = new SignInForm(none, browser, pages, notices);
  server = new AuthServer(
    config,
    pages,
    [
      new AuthorizeRoutes(none, none, form, browser, pages, config),
      new HomeRoutes(form, browser, pages),
      new PasswordRoutes(none, form, browser, pages),
      new InvitationRoutes(none, browser, pages),
      new PasswordResetRoutes(none, browser, pages),
      new ConsoleRoutes(form, browser, config),
      // Its operations need a database.
      { install: () => Promise.resolve() },
    ],
    new AddressLimiter(new MemoryState(), 'pages', 4),
    createLogger('identity', 'silent'),
  );
  await server.onApplicationBootstrap();
  url = server.url;
}
beforeEach(() => start('0s'));
afterEach(() => server.beforeApplicationShutdown());

const seen = async (path: string) => {
  const { status, headers } = await fetch(url + path);
  return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
};

describe('the sign-in pages', () => {
  it('are limited per address, with the numbers in every response', async () => {
    expect(await seen('/')).toEqual([200, '4', '3']);
    expect(await seen('/.well-known/oauth-authorization-server')).toEqual([200, '4', '2']);
    expect(await seen('/nowhere')).toEqual([404, '4', '1']);
    expect(await seen('/%zz')).toEqual([400, '4', '0']);
    for (const path of ['/', '/nowhere', '/%zz', '/.well-known/oauth-authorization-server'])
      expect(await seen(path)).toEqual([429, '4', '0']);
    const refused = await fetch(url);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await refused.text()).toContain('<h1>Too many requests</h1>');
  });

  it('answer what is not HTTP with the headers of every response', async () => {
    const received = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('garbage\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(text));
    });
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('cache-control: no-store\r\nx-content-type-options: nosniff\r\n');
  });

  it('never refuse a health probe', async () => {
    const answers = [];
    for (let round = 0; round < 6; round += 1) answers.push(await seen('/healthz'));
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.at(-1)).toEqual([200, '4', '0']);
    expect(await seen('/')).toEqual([200, '4', '3']);
  });

  it('are served on for DRAIN_DELAY, not ready and without keeping connections', async () => {
    await server.beforeApplicationShutdown();
    using delays = new HeldTimeouts(3_600_000);
    await start('1h');
    server.onModuleDestroy();
    const [ready, page] = [await fetch(`${url}/healthz`), await fetch(url)];
    expect([ready.status, page.status, page.headers.get('connection')]).toEqual([503, 200, 'close']);
    delays.end();
    await server.beforeApplicationShutdown();
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each(['/', '/nowhere', '/healthz', '/.well-known/oauth-authorization-server'])(
    'forbid to guess the type of %s',
    async (path) => {
      expect((await fetch(url + path)).headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

it('the account console shows the sign-in form of the page that was asked for, and its files to everybody', async () => {
  const page = await fetch(`${url}/console/keys?mode=test`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('action="/console/keys?mode=test"');
  const nothing = await fetch(`${url}/console/assets/none.js`);
  expect(nothing.status).toBe(404);
  expect((await fetch(`${url}/console`, { redirect: 'manual' })).headers.get('location')).toBe('/console/');
});

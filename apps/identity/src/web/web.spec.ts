import cookie from '@fastify/cookie';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { SessionEnds } from '../sign-in/session-ends.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { BrowserSession } from './browser-session.ts';
import { csrfTokenOf, isSameOrigin, isValidCsrfToken } from './browser-session.ts';
import { html } from '@parley/runtime/http/html';
import { document, messageView } from './layout.ts';
import { PageResponder } from './page-responder.ts';
import { signInView } from './sign-in.view.ts';

describe('HTML', () => {
  it('escapes inserted values in elements and attributes', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { text } = html`<p title="${value}">${value}</p>`;
        const [, title = '', content = ''] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(text) ?? [
          '',
          '!',
          '!',
        ];
        const read = (escaped: string) =>
          escaped
            .replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&quot;', '"')
            .replaceAll('&#39;', "'")
            .replaceAll('&amp;', '&');
        expect([read(title), read(content)]).toEqual([value, value]);
      }),
    );
  });

  it('keeps nested HTML and lists of HTML unescaped', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    const { text } = html`<ul>
      ${items}${null}
    </ul>`;
    expect(text.replaceAll(/\s+/g, '')).toBe('<ul><li>a</li><li>&lt;</li></ul>');
  });

  it('of a page has a language and a title, and loads no resources', () => {
    const page = document(messageView('Nothing <here>', 'x'));
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('<title>Nothing &lt;here&gt; · Parley</title>');
    expect(page).not.toMatch(/<script|<img|url\(|@import|(?:href|src)="(?!data:)/);
  });
});

it('the sign-in page says what the account console is for', () => {
  const { content } = signInView({ path: '/', csrf: 'token', app: null, email: '' });
  expect(content.text).toContain('Manage API keys, webhooks and your account, and work on tickets.');
});

describe('cookies', () => {
  /** Requests a page that sets the visitor cookie, starts a session and ends it, from a server with this {auth_url}. */
  async function visit(authUrl: string): Promise<Response> {
    const config = new IdentityConfig({ AUTH_URL: authUrl });
    // A browser without a session has none to look up, so no database is needed.
    const none = undefined as never;
    const sessions = new Sessions(none);
    const browser = new BrowserSession(sessions, new SessionEnds(none, sessions, none, none), config);
    const server = fastify();
    await server.register(cookie);
    server.get('/', async (_request, reply) => {
      browser.visitorCsrfToken(reply);
      await browser.start(reply, { sessionId: 'x', trustCookie: 'y' });
      return new PageResponder(config).sendMessage(reply, 200, 'Title', 'Message');
    });
    try {
      return await fetch(await server.listen({ port: 0, host: '127.0.0.1' }));
    } finally {
      await server.close();
    }
  }
  const attributesOf = (line = '') => line.split('; ').toSorted();

  it('are bound to the host, and to TLS if it is used', async () => {
    const secure = await visit('https://id.example');
    const [visitor, session] = secure.headers.getSetCookie();
    const attributes = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'];
    expect(attributesOf(session)).toEqual([...attributes, '__Host-sid=x']);
    expect(attributesOf(visitor)).toEqual([
      ...attributes,
      expect.stringMatching(/^__Host-visitor=[\w-]{43}$/),
    ]);
    expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    const plain = await visit('http://id.example');
    expect(plain.headers.getSetCookie().slice(1)).toEqual([
      'sid=x; Path=/; HttpOnly; SameSite=Lax',
      'trusted=y; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(plain.headers.get('strict-transport-security')).toBeNull();
  });

  it('are parsed from any header without an exception', async () => {
    const server = fastify();
    await server.register(cookie);
    expect(server.parseCookie('a=1; sid=x=y ;sid=z; =n; b')['sid']).toBe('x=y');
    expect(Object.keys(server.parseCookie(''))).toEqual([]);
    fc.assert(fc.property(fc.string(), (header) => typeof server.parseCookie(header) === 'object'));
  });
});

describe('a form', () => {
  const host = 'id.example';
  it.each([
    [true, {}],
    [true, { origin: 'https://id.example' }],
    [true, { origin: 'https://id.example', 'sec-fetch-site': 'same-origin' }],
    // What browsers send from a page without a referrer.
    [true, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [true, { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3001' }],
    [false, { origin: 'https://evil.example' }],
    [false, { origin: 'https://id.example.evil.example' }],
    [false, { origin: 'https://id.example:444' }],
    [false, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [false, { origin: 'https://id.example', 'sec-fetch-site': 'same-site' }],
    [false, { 'sec-fetch-site': 'none' }],
    [false, { origin: 'nonsense' }],
  ])('passes the origin check: %s, with %j', (expected, headers) => {
    expect(isSameOrigin({ host, ...headers }, 'https://id.example')).toBe(expected);
  });

  it('has a CSRF token that matches one cookie only', () => {
    expect(isValidCsrfToken(csrfTokenOf('a'), 'a')).toBe(true);
    for (const [token, cookie] of [
      [csrfTokenOf('a'), 'b'],
      ['', 'a'],
      [undefined, 'a'],
      [csrfTokenOf('a'), undefined],
      [csrfTokenOf(''), undefined],
    ])
      expect(isValidCsrfToken(token, cookie)).toBe(false);
  });
});

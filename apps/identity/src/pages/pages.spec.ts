import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CookieJar, readCookies } from './cookies.ts';
import { csrfTokenOf, isCsrfToken, isFromOurPage } from './forgery.ts';
import { html } from './html.ts';
import { document, messagePage, pageHeaders } from './layout.ts';

describe('HTML', () => {
  it('shows whatever is put into it as text, in elements and attributes', () => {
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

  it('keeps what is HTML already, and lists of it', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    const { text } = html`<ul>
      ${items}${null}
    </ul>`;
    expect(text.replaceAll(/\s+/g, '')).toBe('<ul><li>a</li><li>&lt;</li></ul>');
  });

  it('of a page says its language and title, and loads nothing', () => {
    const page = document(messagePage('Nothing <here>', 'x'));
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('<title>Nothing &lt;here&gt; · Parley</title>');
    expect(page).not.toMatch(/<script|<link|<img|url\(|@import/);
  });
});

describe('cookies', () => {
  it('are bound to the host and to TLS where there is TLS', () => {
    const jar = new CookieJar(true);
    expect(jar.write(jar.session, 'x')).toBe('__Host-sid=x; Path=/; HttpOnly; SameSite=Lax; Secure');
    expect(pageHeaders(true)['strict-transport-security']).toMatch(/^max-age=\d+/);
    const plain = new CookieJar(false);
    expect(plain.write(plain.session, 'x')).toBe('sid=x; Path=/; HttpOnly; SameSite=Lax');
    expect(pageHeaders(false)['strict-transport-security']).toBeUndefined();
  });

  it('are read from any header without a fault', () => {
    expect(readCookies('a=1; sid=x=y ;sid=z; =n; b').get('sid')).toBe('x=y');
    expect(readCookies(undefined).size).toBe(0);
    fc.assert(fc.property(fc.string(), (header) => readCookies(header) instanceof Map));
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
  ])('is of our page: %s, with %j', (expected, headers) => {
    expect(isFromOurPage({ host, ...headers }, 'https://id.example')).toBe(expected);
  });

  it('carries a token that fits one cookie', () => {
    expect(isCsrfToken(csrfTokenOf('a'), 'a')).toBe(true);
    for (const [token, cookie] of [
      [csrfTokenOf('a'), 'b'],
      ['', 'a'],
      [undefined, 'a'],
      [csrfTokenOf('a'), undefined],
      [csrfTokenOf(''), undefined],
    ])
      expect(isCsrfToken(token, cookie)).toBe(false);
  });
});

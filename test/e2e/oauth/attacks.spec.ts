import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { getMe, type TokenResponse } from '@parley/contracts';
import { operator } from '../platform.ts';
import { auditOf } from '../steps.ts';
import { CALLBACK, pkce, TestApp } from './app.ts';
import { Browser, codeOf, formsOf, isConsent } from './browser.ts';

const AT_ONCE = 25;
const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, work));

const workspace = await operator.workspace();
const [app, stranger] = await Promise.all([
  TestApp.create(workspace),
  operator.workspace().then((other) => TestApp.create(other)),
]);

const isAlive = async ({ access_token: token }: TokenResponse) =>
  (await app.client(token).call(getMe, {})).status === 200;
const auditTypes = async () => (await auditOf(workspace)).map(({ type }) => type);
const errorIn = ({ location }: { location: string | null }) =>
  new URL(location ?? '').searchParams.get('error');
const asksForPassword = ({ text }: { text: string }) => text.includes('type="password"');

describe('the authorization endpoint', () => {
  const visit = (url: string) => new Browser(app.authUrl).open(url);

  it.each<[string, Record<string, string | undefined>]>([
    ['an unknown client', { client_id: 'app_01h2xcejqtf2nbrexx3vqjhp41' }],
    ['no client', { client_id: undefined }],
    ['nonsense for a client', { client_id: "' or 1=1 --" }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['a host in user information', { redirect_uri: 'http://localhost:4999@evil.example/callback' }],
  ])('shows an error page without a redirect for %s', async (_, parameters) => {
    const { status, location, text } = await visit(app.authorizeUrl(parameters));
    expect([status, location]).toEqual([400, null]);
    expect(text).toContain('<h1>');
  });

  it.each([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['a token response', { response_type: 'token' }, 'unsupported_response_type'],
    ['an ID token response', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['a blank scope', { scope: ' ' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'tickets:read everything' }, 'invalid_scope'],
    ['a scope beyond the app', { scope: 'tickets:read webhooks:manage' }, 'invalid_scope'],
    ['plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ])('reports %s to the app', async (_, parameters, error) => {
    const { status, location } = await visit(app.authorizeUrl({ state: 'a&b=ü %', ...parameters }));
    expect(status).toBe(302);
    expect(location?.startsWith(`${CALLBACK}?`)).toBe(true);
    const answer = Object.fromEntries(new URL(location ?? '').searchParams);
    expect(answer).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'a&b=ü %',
      iss: app.authUrl,
    });
  });

  it.each(['response_type', 'scope', 'state', 'code_challenge', 'prompt'])(
    'rejects a repeated parameter %s',
    async (name) => {
      expect(errorIn(await visit(`${app.authorizeUrl()}&${name}=x&${name}=y`))).toBe('invalid_request');
    },
  );

  it.each(['client_id', 'redirect_uri'])('shows an error page for a repeated parameter %s', async (name) => {
    const { status, location } = await visit(`${app.authorizeUrl()}&${name}=https%3A%2F%2Fevil.example`);
    expect([status, location]).toEqual([400, null]);
  });

  it('returns `state` unchanged, and rejects one that is too long or not text', async () => {
    const state = `"'<>&=?#%+ \u{1f600}é/\\`;
    expect((await app.approved({ state })).get('state')).toBe(state);
    expect((await app.approved({ state: undefined })).has('state')).toBe(false);
    for (const bad of ['x'.repeat(2049), 'a\0b'])
      expect(errorIn(await visit(app.authorizeUrl({ state: bad })))).toBe('invalid_request');
  });
});

describe('a code', () => {
  it('that 25 concurrent requests redeem gives tokens to one, which are then revoked', async () => {
    const code = await app.code();
    const answers = await many(() => app.exchange(code));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(await isAlive(won[0]?.body as TokenResponse)).toBe(false);
    expect((await app.refresh(won[0]?.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });

  it('that is used again revokes its tokens, also after a refresh', async () => {
    const code = await app.code();
    const { body: first } = await app.exchange(code);
    const { body: second } = await app.refresh(first.refresh_token);
    // Requests that are under way with the old one go through.
    expect([await isAlive(first), await isAlive(second)]).toEqual([true, true]);
    expect((await app.exchange(code)).body.error).toBe('invalid_grant');
    expect([await isAlive(first), await isAlive(second)]).toEqual([false, false]);
    expect((await app.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    expect(await auditTypes()).toContain('credential.revoked');
  });

  it('cannot be redeemed or used up by another app', async () => {
    const other = await TestApp.create(workspace);
    const code = await app.code();
    for (const thief of [other, stranger])
      expect((await thief.exchange(code)).body.error).toBe('invalid_grant');
    const { status, body } = await app.exchange(code);
    expect(status).toBe(200);
    // Nor can it have the tokens revoked by using the code after them.
    for (const thief of [other, stranger]) await thief.exchange(code);
    expect(await isAlive(body)).toBe(true);
  });

  it.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a verifier that nobody asked for', { code_verifier: 'v'.repeat(43) }],
  ])('with %s is rejected and used up', async (_, parameters) => {
    const code = await app.code();
    const refused = await app.exchange(code, parameters);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect((await app.exchange(code)).body.error).toBe('invalid_grant');
  });

  it.each([
    ['no verifier', undefined],
    ['another verifier', 'v'.repeat(43)],
    ['the challenge itself', 'challenge'],
    ['a short verifier', 'v'],
  ])('with a challenge and %s is rejected and used up', async (_, sent) => {
    const { verifier, challenge } = pkce();
    const code = await app.code({ code_challenge: challenge, code_challenge_method: 'S256' });
    const wrong = sent === 'challenge' ? challenge : sent;
    expect((await app.exchange(code, { code_verifier: wrong })).body.error).toBe('invalid_grant');
    expect((await app.exchange(code, { code_verifier: verifier })).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('that 25 concurrent requests exchange has one successor, and all of them get valid access tokens', async () => {
    const first = await app.tokens();
    const answers = await many(() => app.refresh(first.refresh_token));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(AT_ONCE);
    for (const { body } of answers.slice(0, 3)) expect(await isAlive(body)).toBe(true);
  });

  it('that is reused after its successor was used revokes the whole grant', async () => {
    const first = await app.tokens();
    const { body: second } = await app.refresh(first.refresh_token);
    // Until then it can be repeated: the answer may have been lost.
    expect((await app.refresh(first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    const { body: third } = await app.refresh(second.refresh_token);
    const theft = await app.refresh(first.refresh_token);
    expect([theft.status, theft.body.error]).toEqual([400, 'invalid_grant']);
    for (const tokens of [first, second, third]) {
      expect(await isAlive(tokens)).toBe(false);
      expect((await app.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    }
    expect(await auditTypes()).toContain('refresh_token.reused');
  });

  it('is not accepted from another app or as an access token, and no access token as a refresh token', async () => {
    const tokens = await app.tokens();
    expect((await stranger.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await app.client(tokens.refresh_token).call(getMe, {})).status).toBe(401);
    expect((await app.refresh(tokens.access_token)).body.error).toBe('invalid_grant');
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('of another app cannot be revoked', async () => {
    const tokens = await app.tokens();
    const other = await TestApp.create(workspace);
    for (const thief of [other, stranger])
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect(await thief.revoke(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await isAlive(tokens)).toBe(true);
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
  });
});

describe('the token endpoint', () => {
  it.each([
    ['a wrong secret', { client_secret: `cs_${'a'.repeat(40)}` }],
    ['no secret', { client_secret: undefined }],
    ['an empty secret', { client_secret: '' }],
    ['an unknown client', { client_id: 'app_01h2xcejqtf2nbrexx3vqjhp41' }],
    ['no client', { client_id: undefined }],
  ])('rejects %s with 401 and does not use up the code', async (_, parameters) => {
    const code = await app.code();
    const refused = await app.exchange(code, parameters);
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect((await app.exchange(code)).status).toBe(200);
  });

  it.each([
    ['another grant', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    ['a grant of its prototype', { grant_type: 'constructor' }, 'unsupported_grant_type'],
    ['no grant', {}, 'invalid_request'],
    ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['a list for a code', { grant_type: 'authorization_code', code: ['ac_'] }, 'invalid_request'],
    ['an object for a grant', { grant_type: { $ne: null } }, 'invalid_request'],
    ['nonsense for a code', { grant_type: 'authorization_code', code: 'ac_\0' }, 'invalid_grant'],
  ])('rejects %s', async (_, parameters, error) => {
    const { status, body } = await app.token(parameters);
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  it.each([
    ['broken JSON', '{"grant_type":', json],
    ['a list', '[]', json],
    ['null', 'null', json],
    ['no body', '', json],
    ['another content type', 'grant_type=refresh_token', { 'content-type': 'text/plain' }],
    ['a parameter twice in a form', 'grant_type=refresh_token&grant_type=authorization_code', form],
    ['a parameter twice in JSON', '{"grant_type":"refresh_token","grant_typ\\u0065":"x"}', json],
  ])('rejects %s with 400 and an OAuth error', async (_, body, headers) => {
    const answer = await app.send('/oauth/token', body, headers);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: expect.any(String) },
    ]);
    for (const name of ['limit', 'remaining', 'reset'])
      expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('ignores __proto__ in a body, and the query string', async () => {
    const sent = { client_id: app.id, client_secret: app.secret, grant_type: 'refresh_token' };
    const polluting = `{"__proto__":${JSON.stringify(sent)}}`;
    expect((await app.send('/oauth/token', polluting, json)).status).toBe(401);
    expect(({} as Record<string, unknown>)['grant_type']).toBeUndefined();
    const query = new URLSearchParams(sent).toString();
    expect((await app.send(`/oauth/token?${query}`, '{}', json)).status).toBe(401);
  });
});

describe('a consent', () => {
  it('is valid for one request of one session, once', async () => {
    const { browser, page } = await app.consentPage();
    const consent = formsOf(page).find(isConsent);
    const sent = { ...consent?.fields, decision: 'approve' };
    const other = await app.consentPage();
    // Another session of the same user, with a CSRF token of its own.
    const csrf = formsOf(other.page).find(isConsent)?.fields['csrf'] ?? '';
    expect((await other.browser.post(consent?.action ?? '', { ...sent, csrf })).status).toBe(400);
    expect((await browser.post(consent?.action ?? '', sent)).status).toBe(303);
    const again = await browser.post(consent?.action ?? '', sent);
    expect([again.status, again.location]).toEqual([400, null]);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['with an invented token', { csrf: 'x'.repeat(43) }, {}],
    ['from another site', {}, { origin: 'https://evil.example' }],
  ])('sent %s is rejected', async (_, fields, headers) => {
    const { browser, page } = await app.consentPage();
    const sent = await browser.submit(page, isConsent, { decision: 'approve', ...fields }, headers);
    expect([sent.status, sent.location]).toEqual([403, null]);
  });

  it('never grants more than was requested, whatever the form contains', async () => {
    const { browser, page } = await app.consentPage({ scope: 'tickets:read' });
    const more = { scope: 'tickets:read users:read', redirect_uri: 'https://evil.example/' };
    const sent = await browser.submit(page, isConsent, { decision: 'approve', ...more });
    expect(sent.location?.startsWith(`${CALLBACK}?`)).toBe(true);
    expect((await app.exchange(codeOf(sent))).body.scope).toBe('tickets:read');
  });
});

describe('a session', () => {
  it('starts with a new id, and ends the previous session', async () => {
    const [browser, thief, again] = [0, 1, 2].map(() => new Browser(app.authUrl)) as [
      Browser,
      Browser,
      Browser,
    ];
    const fixed = 'f'.repeat(43);
    for (const one of [browser, thief]) one.cookies.set('sid', fixed);
    await browser.signIn(await browser.open(app.authorizeUrl()), workspace.credentials);
    const first = browser.cookies.get('sid');
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe(fixed);
    expect(asksForPassword(await thief.open(app.authorizeUrl()))).toBe(true);
    // Signing in again ends the session under which that was done.
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    const page = await again.open(stranger.authorizeUrl());
    expect(page.text).toContain('another workspace');
    await again.signIn(page, stranger.workspace.credentials);
    expect(asksForPassword(await browser.open(app.authorizeUrl()))).toBe(true);
  });

  it('ends when the user signs out', async () => {
    const { browser, page } = await app.consentPage();
    const old = browser.cookies.get('sid') ?? '';
    const isSignOut = ({ buttons }: { buttons: string[] }) => buttons.includes('action=sign-out');
    expect(asksForPassword(await browser.submit(page, isSignOut, { action: 'sign-out' }))).toBe(true);
    browser.cookies.set('sid', old);
    expect(asksForPassword(await browser.open(app.authorizeUrl()))).toBe(true);
  });
});

it('signing in redirects only to its own page, and requires the visitor cookie', async () => {
  const url = app.authorizeUrl();
  const browser = new Browser(app.authUrl);
  const page = await browser.open(url);
  const form = formsOf(page)[0];
  const { email, password } = workspace.credentials;
  const elsewhere = { next: 'https://evil.example', return_to: '//evil.example' };
  const sent = { ...form?.fields, email, password, ...elsewhere };
  const forged = await new Browser(app.authUrl).post(form?.action ?? '', sent);
  expect([forged.status, forged.location]).toEqual([403, null]);
  const { location } = await browser.post(form?.action ?? '', sent);
  expect(location).toBe(url);
});

describe('a request in an unusual form', () => {
  /** Sends a target as it is given, which `fetch` does not. */
  async function send(method: string, target: string, headers: OutgoingHttpHeaders | string[] = {}) {
    const { hostname, port } = new URL(app.authUrl);
    const sent = request({ hostname, port, method, path: target, headers });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end();
    const [response] = await answered;
    return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() };
  }

  it('leads no form and no link to another host', async () => {
    const target = app.authorizeUrl().replace(app.authUrl, 'http://evil.example');
    const { browser } = await app.consentPage();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pages = [
      await send('GET', target),
      await send('POST', target, form),
      await send('GET', target, { cookie }),
      await send('GET', 'http://evil.example/'),
      await send('POST', 'http://evil.example/login', form),
      await send('GET', target.replace('http://evil.example/', '//evil.example/')),
    ];
    expect(pages.map(({ status }) => status)).toEqual([200, 403, 200, 200, 404, 404]);
    for (const { text } of pages) expect(text).not.toContain('evil.example');
  });

  it('is 400 with two Host headers', async () => {
    expect((await send('GET', '/', ['Host', 'a.example', 'Host', 'a.example'])).status).toBe(400);
  });
});

describe('every page', () => {
  const name = `<script>alert(1)</script>"'&`;

  it('forbids framing, caching and scripts, and escapes names', async () => {
    const hostile = await TestApp.create(workspace, { name });
    const { browser, page: consent } = await hostile.consentPage({ state: name });
    const pages = [
      consent,
      await new Browser(app.authUrl).open(hostile.authorizeUrl({ state: name })),
      await new Browser(app.authUrl).open(hostile.authorizeUrl({ client_id: name })),
      await browser.open(`${app.authUrl}/password`),
      await browser.open(`${app.authUrl}/nowhere/${encodeURIComponent(name)}`),
      await browser.post(`${app.authUrl}/`, { email: name }),
    ];
    for (const { headers, text } of pages) {
      expect(text).not.toContain('<script');
      const csp = headers.get('content-security-policy') ?? '';
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", 'form-action'])
        expect(csp).toContain(rule);
      expect(csp).not.toContain('unsafe-inline');
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
    expect(consent.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  it('rejects bodies that are not small forms', async () => {
    const post = async (body: string, type = 'application/x-www-form-urlencoded') =>
      (await fetch(`${app.authUrl}/`, { method: 'POST', body, headers: { 'content-type': type } })).status;
    expect(await post(`email=${'x'.repeat(1_100_000)}`)).toBe(413);
    expect(await post('{"email":"a"}', 'application/json')).toBe(415);
    expect(await post('email=a&email=b')).toBe(400);
  });
});

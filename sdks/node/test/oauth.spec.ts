import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ConfigurationError, TimeoutError } from '../src/index.ts';
import {
  AuthorizationExpiredError,
  FileTokenStore,
  MemoryTokenStore,
  OAuth,
  OAuthError,
  Tokens,
  type TokenData,
} from '../src/oauth.ts';
import { data, errorOf, failure, json, reset, TestServer } from './server.harness.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.start(data({ id: 'user_1' }));
});
afterEach(() => server.stop());

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const tokens = (name: string, seconds = 3600): TokenData => ({
  access_token: `at_${name}_0123456789abcdef`,
  refresh_token: `rt_${name}_0123456789abcdef`,
  expires_at: at(seconds),
  scope: 'tickets:read',
});

/** Makes the server one that gives tokens, each refresh those of the next name. */
function authorize(...answers: Parameters<TestServer['answer']>): void {
  const given = [...answers];
  let count = 0;
  server.answer((seen, response) => {
    if (seen.url.pathname === '/.well-known/oauth-authorization-server')
      return json(200, {
        issuer: server.url,
        authorization_endpoint: `${server.url}/oauth/authorize`,
        token_endpoint: `${server.url}/oauth/token`,
        revocation_endpoint: `${server.url}/oauth/revoke`,
        introspection_endpoint: `${server.url}/oauth/introspect`,
        authorization_response_iss_parameter_supported: true,
      })(seen, response);
    if (!seen.url.pathname.startsWith('/oauth/')) return data({ id: 'user_1' })(seen, response);
    const [
      next = json(200, {
        access_token: `at_new_${(count += 1)}`,
        refresh_token: `rt_new_${count}`,
        expires_in: 3600,
        scope: 'tickets:read',
      }),
    ] = given.splice(0, 1);
    return next(seen, response);
  });
}

const app = (options: object = {}) =>
  new OAuth({
    authUrl: server.url,
    clientId: 'app_1',
    clientSecret: 'cs_secret',
    redirectUri: 'https://app.example/callback',
    timeScale: 0.01,
    timeout: 1_000_000,
    totalTimeout: 3_000_000,
    ...options,
  });
const requests = (path: string) => server.seen.filter(({ url }) => url.pathname === path);

describe('the code flow', () => {
  it('has a challenge, a state, and tokens at its end', async () => {
    authorize();
    const oauth = app();
    const request = await oauth.authorizationUrl({ scopes: ['tickets:read'], prompt: 'consent' });
    const asked = Object.fromEntries(new URL(request.url).searchParams);
    expect(asked).toEqual({
      response_type: 'code',
      client_id: 'app_1',
      redirect_uri: 'https://app.example/callback',
      scope: 'tickets:read',
      prompt: 'consent',
      state: request.state,
      code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const callback = `https://app.example/callback?code=ac_1&state=${request.state}&iss=${encodeURIComponent(server.url)}`;
    const granted = await oauth.exchange(callback, request);
    expect(granted.toObject()).toMatchObject({
      access_token: 'at_new_1',
      refresh_token: 'rt_new_1',
      scope: 'tickets:read',
    });
    const form = Object.fromEntries(new URLSearchParams(requests('/oauth/token')[0]?.body.toString()));
    expect(form).toEqual({
      grant_type: 'authorization_code',
      code: 'ac_1',
      redirect_uri: 'https://app.example/callback',
      code_verifier: request.codeVerifier,
      client_id: 'app_1',
      client_secret: 'cs_secret',
    });
  });

  it('refuses a callback that is not the answer to its request', async () => {
    authorize();
    const oauth = app();
    const request = await oauth.authorizationUrl();
    const callback = (parameters: Record<string, string>) =>
      `https://app.example/callback?${new URLSearchParams(parameters).toString()}`;
    const good = { code: 'ac_1', state: request.state, iss: server.url };
    for (const [changed, error] of [
      [{ ...good, state: 'another' }, 'invalid_state'],
      [{ code: 'ac_1', iss: server.url }, 'invalid_state'],
      [{ ...good, iss: 'https://elsewhere.example' }, 'invalid_issuer'],
      [{ code: 'ac_1', state: request.state }, 'invalid_issuer'],
      [
        { state: request.state, iss: server.url, error: 'access_denied', error_description: 'No\nway' },
        'access_denied',
      ],
    ] as const) {
      const refused = await errorOf(oauth.exchange(callback(changed), request));
      expect(refused).toBeInstanceOf(OAuthError);
      expect(refused).toMatchObject({ error, message: expect.not.stringContaining('\n') });
    }
    // A session that was lost, and a callback that somebody else has begun.
    const { state: _state, ...without } = good;
    for (const state of ['', undefined, null])
      for (const begun of [{ ...good, state: '' }, without])
        expect(
          await errorOf(oauth.exchange(callback(begun), { ...request, state } as typeof request)),
        ).toMatchObject({ error: 'invalid_state' });
    expect(requests('/oauth/token')).toHaveLength(0);
  });

  it('sends a code once, whatever happens to its answer', async () => {
    authorize(reset);
    const oauth = app();
    const request = await oauth.authorizationUrl();
    const callback = `https://app.example/callback?code=ac_1&state=${request.state}&iss=${encodeURIComponent(server.url)}`;
    expect(await errorOf(oauth.exchange(callback, request))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
    });
    expect(requests('/oauth/token')).toHaveLength(1);
  });

  it('trusts the metadata of its own server only', async () => {
    server.answer(json(200, { issuer: 'https://elsewhere.example' }));
    expect(await errorOf(app().authorizationUrl())).toMatchObject({ error: 'invalid_issuer' });
    expect(() => app({ authUrl: 'http://auth.example.com' })).toThrow(ConfigurationError);
  });

  it('sends codes and tokens only where they are safe', async () => {
    const endpoints = (issuer: string) => ({
      issuer,
      authorization_endpoint: 'https://auth.example.com/oauth/authorize',
      token_endpoint: 'https://api.example.com/oauth/token',
      revocation_endpoint: 'http://localhost:1/oauth/revoke',
      introspection_endpoint: 'http://127.0.0.1:1/oauth/introspect',
    });
    const own = endpoints(server.url);
    server.answer(json(200, own));
    expect(await app().metadata()).toEqual(own);
    for (const other of ['http://api.example.com/oauth', 'javascript:alert(1)', '/oauth', null, 5])
      for (const name of Object.keys(own).slice(1)) {
        server.answer(json(200, { ...own, [name]: other }));
        expect(await errorOf(app().authorizationUrl())).toMatchObject({
          name: 'OAuthError',
          error: 'invalid_metadata',
        });
      }
    const insecure = { ...own, token_endpoint: 'http://api.example.com/oauth' };
    server.answer(json(200, insecure));
    expect(await app({ allowInsecure: true }).metadata()).toEqual(insecure);
    // Of an issuer with https, plain HTTP on this machine is none of its own.
    const secure = 'https://auth.example.com';
    const fetch = () => Promise.resolve(Response.json(endpoints(secure)));
    expect(await errorOf(app({ authUrl: secure, fetch }).metadata())).toMatchObject({
      error: 'invalid_metadata',
    });
  });

  it('shows nothing of an answer that has no tokens', async () => {
    const secret = 'at_secret_0123456789abcdef';
    const good = { access_token: secret, refresh_token: 'rt_1', expires_in: 3600, scope: '' };
    const texts = [
      `{"access_token":"${secret}"`,
      `"${secret}"`,
      'null',
      '5',
      ...[
        { access_token: [secret] },
        { expires_in: secret },
        { expires_in: null },
        { expires_in: 1e300 },
        { refresh_token: { secret } },
        { scope: [secret] },
      ].map((changed) => JSON.stringify({ ...good, ...changed })),
    ];
    const lines: unknown[] = [];
    const line = (...parts: unknown[]) => void lines.push(parts);
    for (const text of texts) {
      authorize((_, response) => response.writeHead(200).end(text));
      const error = await errorOf(
        app({ logger: { debug: line, warn: line } }).refresh('rt_secret_0123456789'),
      );
      expect(error).toMatchObject({ name: 'DecodeError', body: '' });
      const shown = inspect([error, lines], { depth: 9, showHidden: true }) + JSON.stringify(error);
      expect(shown).not.toMatch(/secret_0123456789|cs_secret/);
    }
    for (const text of ['null', '5', '{"error":{},"error_description":[]}']) {
      authorize((_, response) => response.writeHead(400).end(text));
      expect(await errorOf(app().refresh('rt_1'))).toMatchObject({
        name: 'OAuthError',
        message: 'http_400',
        errorDescription: undefined,
      });
    }
  });
});

const clientOf = (store: MemoryTokenStore | FileTokenStore) =>
  server.client({ apiKey: undefined, auth: app().tokenProvider(store) });

describe('the tokens of a grant', () => {
  it('are renewed once for all calls that need them, and stored before they are used', async () => {
    authorize(reset);
    const store = new MemoryTokenStore(tokens('old', 30));
    const parley = clientOf(store);
    await Promise.all(Array.from({ length: 20 }, () => parley.me()));
    expect(requests('/oauth/token').map(({ body }) => body.toString())).toEqual(
      Array(2).fill(
        'grant_type=refresh_token&refresh_token=rt_old_0123456789abcdef&client_id=app_1&client_secret=cs_secret',
      ),
    );
    expect(new Set(requests('/v1/me').map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer at_new_1']),
    );
    expect(await store.load()).toMatchObject({ access_token: 'at_new_1', refresh_token: 'rt_new_1' });
  });

  it('that another process has renewed are taken from the store', async () => {
    authorize(json(400, { error: 'invalid_grant' }));
    const store = new MemoryTokenStore(tokens('old', -10));
    const renewed = tokens('other');
    const load = store.load.bind(store);
    let loads = 0;
    // The other process stores its tokens while the refresh of this one is refused.
    store.load = () => ((loads += 1) < 3 ? load() : Promise.resolve(renewed));
    await clientOf(store).me();
    expect(requests('/v1/me')[0]?.headers.authorization).toBe(`Bearer ${renewed.access_token}`);
  });

  it('that have ended need another sign-in', async () => {
    authorize(json(400, { error: 'invalid_grant', error_description: 'Expired' }));
    const error = await errorOf(
      clientOf(new MemoryTokenStore(tokens('old', -10))).tickets.create({ subject: 'No' }),
    );
    expect(error).toBeInstanceOf(AuthorizationExpiredError);
    expect(error).toMatchObject({ error: 'invalid_grant', outcome: 'not_sent' });
    expect(requests('/v1/tickets')).toHaveLength(0);
    expect(await errorOf(clientOf(new MemoryTokenStore()).me())).toBeInstanceOf(AuthorizationExpiredError);
  });

  it('are not shown by logs, and are what toObject gives', () => {
    const stored = tokens('shown');
    const shown = new Tokens(stored);
    for (const text of [inspect(shown, { showHidden: true }), JSON.stringify(shown)]) {
      expect(text).toContain('at_shown_…cdef');
      expect(text).not.toContain(stored.access_token);
      expect(text).not.toContain(stored.refresh_token);
    }
    expect(shown.toObject()).toEqual(stored);
  });

  it('can be revoked and looked at', async () => {
    authorize(json(200, {}), json(200, { active: false }), failure(503, 'x'), json(200, { active: true }));
    const oauth = app({ clientSecret: undefined });
    await oauth.revoke('rt_1');
    expect(await oauth.introspect('at_1')).toEqual({ active: false });
    expect(await oauth.introspect('at_2')).toEqual({ active: true });
    expect(requests('/oauth/revoke')[0]?.body.toString()).toBe('token=rt_1&client_id=app_1');
  });
});

describe('a file of tokens', () => {
  let path: string;
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'parley-client-')), 'tokens.json');
  });
  afterEach(() => rm(join(path, '..'), { recursive: true }));

  it('is for its user alone, and is replaced only by who knows what is in it', async () => {
    const store = new FileTokenStore(path);
    expect(await store.load()).toBeUndefined();
    expect(await store.save(undefined, new Tokens(tokens('first')))).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await store.save(tokens('other'), tokens('second'))).toBe(false);
    expect(await store.save(tokens('first'), tokens('second'))).toBe(true);
    expect(await store.load()).toMatchObject({ access_token: tokens('second').access_token });
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('refresh_token');
  });

  it('that is none is an error without its text', async () => {
    for (const text of ['{"access_token":"at_secret', 'at_secret', 'null', '5']) {
      await writeFile(path, text);
      const error = await errorOf(clientOf(new FileTokenStore(path)).me());
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(inspect(error)).not.toContain('at_se');
    }
  });

  it('whose lock has expired is taken over by one of those who have seen it', async () => {
    const lock = `${path}.lock`;
    await writeFile(lock, 'of a process that has ended');
    await utimes(lock, new Date(0), new Date(0));
    const { promises } = fs;
    const { stat: statOfNode } = promises;
    const order: string[] = [];
    let looks = 0;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    // The slow process has seen the lock, and is suspended until the fast one has taken it over.
    const slowStat = async (name: string) => {
      const result = await statOfNode(name);
      if ((looks += 1) === 1) await held;
      return result;
    };
    Object.assign(promises, { stat: slowStat });
    try {
      const slow = new FileTokenStore(path).withLock(() => Promise.resolve(order.push('slow')));
      while (looks === 0) await new Promise(setImmediate);
      const fast = new FileTokenStore(path).withLock(async () => {
        order.push('fast begins');
        const before = looks;
        goOn();
        // The slow one now has the lock, or has looked again, and waits.
        while (order.length === 1 && looks < before + 3) await new Promise(setImmediate);
        order.push('fast ends');
      });
      await Promise.all([slow, fast]);
    } finally {
      Object.assign(promises, { stat: statOfNode });
    }
    expect(order).toEqual(['fast begins', 'fast ends', 'slow']);
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('is locked by one at a time, and by nobody who has ended', async () => {
    const order: string[] = [];
    const run = (name: string) =>
      new FileTokenStore(path).withLock(async () => {
        order.push(`${name} begins`);
        await new Promise(setImmediate);
        order.push(`${name} ends`);
      });
    await Promise.all([run('a'), run('b')]);
    expect([order.slice(0, 2).map(([name]) => name), order.slice(2).map(([name]) => name)]).toContainEqual([
      'a',
      'a',
    ]);
    // An hour ago, or in an hour: the clock was set back.
    for (const [name, ms] of [['c', -3_600_000] as const, ['d', 3_600_000] as const]) {
      await writeFile(`${path}.lock`, '');
      const time = new Date(Date.now() + ms);
      await utimes(`${path}.lock`, time, time);
      await run(name);
      expect(order.at(-1)).toBe(`${name} ends`);
    }
  });

  it('that another process keeps locked ends a call by its own time', async () => {
    await new FileTokenStore(path).save(undefined, tokens('old', 30));
    await writeFile(`${path}.lock`, 'of a process that is at work');
    const parley = clientOf(new FileTokenStore(path));
    const error = await errorOf(parley.me({ totalTimeout: 50 }));
    expect(error).toBeInstanceOf(TimeoutError);
    await rm(`${path}.lock`);
  });
});

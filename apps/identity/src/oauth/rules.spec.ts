import { describe, expect, it } from '@jest/globals';
import { isOurResource, redirectUriError, SCOPES, type Scope } from '@parley/contracts';
import fc from 'fast-check';
import { responseUri, validateAuthorize } from './authorize.rules.ts';
import { isRegistered, redirectUrisError, targetOf } from './redirect-uri.rules.ts';
import { decideRefresh } from './refresh.rules.ts';
import { parseScopes } from './scope.rules.ts';
import { decryptSuccessor, encryptSuccessor } from './grants.ts';

const API = 'https://api.example';
const CALLBACK = 'https://app.example/callback';
const APP = { redirect_uris: [CALLBACK], scopes: SCOPES.slice(0, 6), client_type: 'confidential' as const };
const GOOD = {
  client_id: 'app',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'tickets:read',
  state: 's',
};

/** Anything that may stand in a query, near misses among it. */
const pairs = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(...Object.keys(GOOD), 'code_challenge', 'code_challenge_method'), fc.string()),
    fc.oneof(
      fc.constantFrom(CALLBACK, `${CALLBACK}/`, 'code', 'token', 'tickets:read', 'S256', ''),
      fc.string(),
    ),
  ),
);

it('an authorization request never redirects to an unregistered URI, whatever is sent', () => {
  fc.assert(
    fc.property(pairs, (sent) => {
      const query = new URLSearchParams([...Object.entries(GOOD), ...sent]);
      const decision = validateAuthorize(query, APP, API);
      if (decision.kind === 'redirect') expect(decision.response.redirect_uri).toBe(CALLBACK);
      if (decision.kind === 'ask') {
        expect(decision.request.redirect_uri).toBe(CALLBACK);
        for (const name of Object.keys(GOOD).slice(1)) expect(query.getAll(name)).toHaveLength(1);
        for (const scope of decision.request.scopes) expect(APP.scopes).toContain(scope);
      }
    }),
  );
});

it('an authorization request is for the API and what is below it, and for nothing else', () => {
  const outcome = (...resources: string[]) => {
    const named = resources.map((resource): [string, string] => ['resource', resource]);
    const decision = validateAuthorize(new URLSearchParams([...Object.entries(GOOD), ...named]), APP, API);
    return decision.kind === 'redirect' && 'error' in decision.response
      ? decision.response.error
      : decision.kind;
  };
  for (const own of [[], [''], [API], [`${API}/`], [`${API}/mcp`], [API, `${API}/mcp`]])
    expect(outcome(...own)).toBe('ask');
  for (const other of ['https://api.example.net', `${API}.net/mcp`, `${API}/mcp#part`, 'api.example', ' '])
    expect([outcome(other), outcome(API, other)]).toEqual(['invalid_target', 'invalid_target']);
  for (const below of ['/mcp', '', '/a/../mcp'])
    expect(isOurResource(`${API}/parley${below}`, `${API}/parley`)).toBe(true);
  for (const outside of ['/../other', '/%2e%2e/other', '/..', '-2/mcp', String.raw`\..\other`])
    expect(isOurResource(`${API}/parley${outside}`, `${API}/parley`)).toBe(false);
});

it('an authorization response can be parsed from the redirect URI, after the query of the registered URI', () => {
  const bases = [CALLBACK, `${CALLBACK}?`, `${CALLBACK}?a=b`, `${CALLBACK}?a=b&`];
  fc.assert(
    fc.property(fc.constantFrom(...bases), fc.string({ unit: 'grapheme' }), (base, state) => {
      const uri = responseUri(base, { code: 'x', state, iss: 'https://id.example' });
      expect(uri.startsWith(base)).toBe(true);
      const { searchParams } = new URL(uri);
      expect([searchParams.get('code'), searchParams.get('state')]).toEqual(['x', state]);
      expect(searchParams.get('a')).toBe(base.includes('a=b') ? 'b' : null);
    }),
  );
  expect(responseUri(CALLBACK, { code: 'x', state: null })).toBe(`${CALLBACK}?code=x`);
});

describe('a redirect URI', () => {
  it.each([
    'https://app.example',
    'https://app.example/callback?tenant=7',
    'https://app.example:8443/a%20b',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9/callback',
    'com.example.app:/callback',
    'com.example-2.app://callback?a=b',
  ])('%s may be registered', (uri) => {
    expect(redirectUriError(uri)).toBeNull();
  });

  it('with a scheme of its own is for public clients', () => {
    const uris = [CALLBACK, 'com.example.app:/callback'];
    expect(redirectUrisError('public', uris)).toBeNull();
    expect(redirectUrisError('confidential', uris)).toContain('https://');
    expect(uris.map(targetOf)).toEqual(['app.example', 'com.example.app']);
  });

  const loopback = ['http://127.0.0.1/cb', 'http://[::1]:7/cb?a=b', 'http://localhost:8080', CALLBACK];
  it.each([
    ['http://127.0.0.1:51234/cb', true],
    ['http://127.0.0.1:65535/cb', true],
    ['http://[::1]:9/cb?a=b', true],
    ['http://[::1]/cb?a=b', true],
    ['http://localhost', true],
    ['http://127.0.0.1:51234/cb/', false],
    ['http://127.0.0.1:51234/cb?a=b', false],
    ['http://127.0.0.1:65536/cb', false],
    ['http://127.0.0.1:0/cb', false],
    ['http://127.0.0.1:/cb', false],
    ['http://127.0.0.1:080/cb', false],
    ['http://127.0.0.2:80/cb', false],
    ['http://localhost:80/cb', false],
    ['http://localhost:80@evil.example', false],
    ['http://localhost:80.evil.example', false],
    ['http://127.0.0.1:80#/cb', false],
    ['https://127.0.0.1:443/cb', false],
    ['https://app.example:8443/callback', false],
  ])('%s matches for a public client with any loopback port: %s', (uri, expected) => {
    expect(isRegistered({ redirect_uris: loopback, client_type: 'public' }, uri)).toBe(expected);
    expect(isRegistered({ redirect_uris: loopback, client_type: 'confidential' }, uri)).toBe(false);
  });

  it.each([
    '',
    'callback',
    '//app.example',
    'http://app.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'https://app.example/#x',
    'https://app.example#',
    'https://user@app.example/',
    'https://@app.example/',
    'https://*.app.example/',
    'https://app.example/*',
    'https:app.example',
    'https:///app.example',
    'https:\\\\app.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://callback',
    'com.example.app:callback',
    'com.example.app:/callback#x',
    'com.example.app://user@callback',
    'COM.example.app:/callback',
    'com.example.app:/*',
    'https://app.example/\u00e9',
    'https://app.example/a b',
    'https://app.example/\n',
    `https://app.example/${'x'.repeat(2048)}`,
  ])('%j must not be registered', (uri) => {
    expect(redirectUriError(uri)).toEqual(expect.any(String));
  });
});

describe('a refresh token', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  interface Facts {
    own: boolean;
    expiresAt: Date;
    used: boolean;
    successorUsed: boolean;
    grantIsAlive: boolean;
    userIsActive: boolean;
    granted: Scope[];
  }
  const alive: Facts = {
    own: true,
    expiresAt: new Date(now.getTime() + 1),
    used: false,
    successorUsed: false,
    grantIsAlive: true,
    userIsActive: true,
    granted: ['tickets:read', 'tickets:write'],
  };
  const decideOn = (facts: Facts, asked?: string, revokedAt: Date | null = now) => {
    const grant = {
      id: 'grant',
      app_id: facts.own ? 'app' : 'another app',
      user_id: 'user',
      user_status: facts.userIsActive ? ('active' as const) : ('inactive' as const),
      scopes: facts.granted,
      expires_at: facts.grantIsAlive || revokedAt !== null ? alive.expiresAt : now,
      revoked_at: facts.grantIsAlive ? null : revokedAt,
    };
    const token = {
      expires_at: facts.expiresAt,
      encrypted_successor: facts.used ? Buffer.from('successor') : null,
      successor_used: facts.successorUsed,
    };
    return decideRefresh({ ...token, grant }, { appId: 'app', scope: asked, now });
  };

  it('is rotated, may be repeated until its successor is used, and counts as stolen after that', () => {
    const decide = (changes: Partial<Facts>) => decideOn({ ...alive, ...changes });
    expect(decide({})).toEqual({ kind: 'rotate', scopes: alive.granted });
    expect(decide({ used: true })).toEqual({ kind: 'repeat', scopes: alive.granted });
    expect(decide({ used: true, successorUsed: true })).toMatchObject({ kind: 'refuse', revokeGrant: true });
  });

  it('obtains nothing if its token, grant, app or user is inactive, and never more than was granted', () => {
    const token = fc.record<Facts>({
      own: fc.boolean(),
      expiresAt: fc.constantFrom(alive.expiresAt, now),
      used: fc.boolean(),
      successorUsed: fc.boolean(),
      grantIsAlive: fc.boolean(),
      userIsActive: fc.boolean(),
      granted: fc.subarray([...SCOPES], { minLength: 1 }),
    });
    const scope = fc.option(
      fc.oneof(
        fc.subarray([...SCOPES], { minLength: 1 }).map((list) => list.join(' ')),
        fc.string(),
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(token, scope, fc.constantFrom(null, now), (presented, asked, revokedAt) => {
        const decision = decideOn(presented, asked, revokedAt);
        if (decision.kind === 'refuse') {
          if (decision.revokeGrant)
            expect(presented).toMatchObject({
              own: true,
              grantIsAlive: true,
              used: true,
              successorUsed: true,
            });
          return;
        }
        expect(presented).toMatchObject({
          own: true,
          grantIsAlive: true,
          userIsActive: true,
          expiresAt: alive.expiresAt,
        });
        expect(presented.used && presented.successorUsed).toBe(false);
        for (const one of decision.scopes) expect(presented.granted).toContain(one);
        expect(decision.scopes.length).toBeGreaterThan(0);
      }),
    );
  });

  it('is the only key that decrypts its successor', () => {
    const encrypted = encryptSuccessor('rt_successor', 'rt_presented');
    expect(encrypted.includes('rt_successor')).toBe(false);
    expect(decryptSuccessor(encrypted, 'rt_presented')).toBe('rt_successor');
    expect(() => decryptSuccessor(encrypted, 'rt_other')).toThrow();
    encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1;
    expect(() => decryptSuccessor(encrypted, 'rt_presented')).toThrow();
  });
});

it('a list of scopes is the same in either notation and any order, without duplicates', () => {
  fc.assert(
    fc.property(fc.subarray([...SCOPES], { minLength: 1 }), fc.boolean(), (scopes, turned) => {
      const written = scopes.map((scope) => (turned ? scope.split(':').reverse().join(':') : scope));
      expect(parseScopes([...written, ...written].reverse().join('  '))).toEqual(scopes);
    }),
  );
  for (const bad of ['', ' ', 'tickets:read everything', 'tickets:read,tickets:write', 'tickets:read\n'])
    expect(parseScopes(bad)).toBeNull();
});

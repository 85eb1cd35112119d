import { describe, expect, it } from '@jest/globals';
import { getMe } from '@parley/contracts';
import * as oauth from 'oauth4webapi';
import { operator } from '../platform.ts';
import { CALLBACK, discover, insecure, TestApp } from './app.ts';

const workspace = await operator.workspace();
const app = await TestApp.create(workspace, { redirect_uri: `${CALLBACK} https://app.example/cb?tenant=7` });
const publicApp = await TestApp.create(workspace, {
  client_type: 'public',
  redirect_uri: 'http://127.0.0.1/callback',
});
const LOOPBACK = 'http://127.0.0.1:51004/callback';

it.each([
  ['HTTP Basic', app, ({ secret }: TestApp) => oauth.ClientSecretBasic(secret), CALLBACK],
  ['secrets in the form', app, ({ secret }: TestApp) => oauth.ClientSecretPost(secret), CALLBACK],
  ['no secret and a loopback port of its choice', publicApp, () => oauth.None(), LOOPBACK],
])(
  'a client library with %s completes discovery, code with PKCE, refresh and revocation',
  async (_, of, authenticate, uri) => {
    const server = await discover(of);
    expect(server).toMatchObject({
      issuer: of.authUrl,
      token_endpoint: `${of.baseUrl}/oauth/token`,
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    const client = { client_id: of.id };
    const as = [server, client, authenticate(of)] as const;
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const answer = await of.approved({
      state,
      redirect_uri: uri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const sent = [parameters, uri, verifier, insecure] as const;
    const exchanged = await oauth.authorizationCodeGrantRequest(...as, ...sent);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
    expect((await of.client(tokens.access_token).call(getMe, {})).status).toBe(200);

    const refreshed = await oauth.refreshTokenGrantRequest(...as, tokens.refresh_token ?? '', insecure);
    const next = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(...as, next.refresh_token ?? '', insecure),
    );
    expect((await of.client(next.access_token).call(getMe, {})).status).toBe(401);
  },
);

describe('a hand-written client', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  });
  /** Exchanges a code by a form. */
  const exchange = (code: string, headers: Record<string, string>, more: Record<string, string> = {}) => {
    const sent = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more };
    return app.send('/oauth/token', new URLSearchParams(sent).toString(), headers);
  };

  it('may use HTTP Basic, and gets a challenge if that is invalid', async () => {
    const code = await app.code();
    const wrong = await exchange(code, basic(app.id, 'wrong'));
    expect([wrong.status, wrong.body]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic /);
    for (const authorization of ['Basic', 'Basic !', `Basic ${Buffer.from('no colon').toString('base64')}`]) {
      const bad = await exchange(code, { ...basic('', ''), authorization });
      expect(bad.status).toBe(401);
    }
    expect((await exchange(code, basic(app.id, app.secret))).status).toBe(200);
  });

  it('must not authenticate in two ways', async () => {
    const code = await app.code();
    const own = basic(app.id, app.secret);
    const twice: Record<string, string>[] = [{ client_secret: app.secret }, { client_id: 'x' }];
    for (const more of twice)
      expect(await exchange(code, own, more)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    expect((await exchange(code, own, { client_id: app.id })).status).toBe(200);
  });

  it('has its own rate limit of at least 60 requests per minute, with 429 beyond it', async () => {
    const busy = await TestApp.create(workspace);
    const { headers } = await busy.token({});
    const limit = Number(headers.get('x-ratelimit-limit'));
    expect(limit).toBeGreaterThanOrEqual(60);
    expect(Number(headers.get('x-ratelimit-remaining'))).toBe(limit - 1);
    const rest = await Promise.all(Array.from({ length: limit - 1 }, () => busy.token({})));
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([400]));
    const over = await busy.token({});
    expect([over.status, over.body.error]).toEqual([429, 'slow_down']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0');
    // Others have theirs.
    expect((await app.token({})).status).toBe(400);
  });

  it('in a browser may call the endpoints from any origin', async () => {
    const preflight = await fetch(`${app.baseUrl}/oauth/token`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    const asked = { 'content-type': 'application/json', origin: 'https://app.example' };
    const { headers } = await app.send('/oauth/token', '{}', asked);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
    const metadata = await fetch(`${app.authUrl}/.well-known/oauth-authorization-server`);
    expect(metadata.headers.get('access-control-allow-origin')).toBe('*');
  });
});

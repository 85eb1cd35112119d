import { describe, expect, it } from '@jest/globals';
import { ScriptedHttpServer, type HttpAct } from '../scripted-http-server.fixture.ts';
import { MailboxError } from '../send-error.ts';
import { closing, guard } from '../smtp/smtp.fixture.ts';
import { refreshAccessToken, type TokenRequest } from './refresh.ts';

const google = { type: 'smtp', oauth_provider: 'google', client_id: 'app', tenant_id: null } as const;
const microsoft = {
  type: 'smtp',
  oauth_provider: 'microsoft',
  client_id: 'app',
  tenant_id: 'acme.example',
} as const;
const secrets = { client_secret: 'secret', refresh_token: 'old' };

async function newProvider(act: HttpAct = { status: 200, body: { access_token: 'new', expires_in: 3599 } }) {
  const server = closing(await ScriptedHttpServer.start(() => act));
  const endpoints = { google: `${server.url}/token`, microsoft: `${server.url}/{tenant}/token` };
  const refresh = (over: Partial<TokenRequest> = {}) =>
    refreshAccessToken({ ...{ guard, transport: google, secrets, endpoints }, ...over });
  const failure = async (over?: Partial<TokenRequest>) => {
    const error: unknown = await refresh(over).catch((reason: unknown) => reason);
    return error instanceof MailboxError ? error.failure : error;
  };
  const asked = () => ({
    path: server.requests.at(-1)?.path,
    ...Object.fromEntries(new URLSearchParams(String(server.requests.at(-1)?.body))),
  });
  return { server, refresh, failure, asked };
}

describe('an access token', () => {
  it('comes for a refresh token, which stays if there is no new one', async () => {
    const { refresh, asked } = await newProvider();
    const before = Date.now();
    const token = await refresh();
    expect(token).toMatchObject({ accessToken: 'new', refreshToken: null });
    expect(token.expiresAt).toBeGreaterThanOrEqual(before + 3_599_000);
    expect(asked()).toEqual({
      ...{ path: '/token', grant_type: 'refresh_token', refresh_token: 'old' },
      ...{ client_id: 'app', client_secret: 'secret' },
    });
  });

  it('of Microsoft replaces the refresh token, and is asked for by what it is for', async () => {
    const act = { status: 200, body: { access_token: 'new', expires_in: '3599', refresh_token: 'newer' } };
    const { refresh, asked } = await newProvider(act);
    const publicClient = { refresh_token: 'old' };
    expect(await refresh({ transport: microsoft, secrets: publicClient })).toMatchObject({
      refreshToken: 'newer',
    });
    expect(asked()).toEqual({
      ...{ path: '/acme.example/token', grant_type: 'refresh_token', refresh_token: 'old', client_id: 'app' },
      scope: 'https://outlook.office.com/SMTP.Send offline_access',
    });
    await refresh({ transport: { ...microsoft, type: 'graph' } });
    expect(asked()).toMatchObject({ scope: 'https://graph.microsoft.com/Mail.Send offline_access' });
    await refresh({ transport: { ...microsoft, type: 'graph', after_receiving: 'leave' } });
    expect(asked()).toMatchObject({
      scope: 'https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/Mail.Read offline_access',
    });
  });

  it('of an application that acts for itself needs no refresh token', async () => {
    const { refresh, asked } = await newProvider();
    await refresh({ transport: { ...microsoft, type: 'graph' }, secrets: { client_secret: 'secret' } });
    expect(asked()).toEqual({
      ...{ path: '/acme.example/token', grant_type: 'client_credentials' },
      ...{ client_id: 'app', client_secret: 'secret', scope: 'https://graph.microsoft.com/.default' },
    });
  });
});

describe('a refusal', () => {
  const refusal = (error: string, status = 400): HttpAct => ({
    status,
    body: { error, error_description: 'AADSTS700082: The refresh token has expired.' },
  });

  it.each<[HttpAct, string, boolean]>([
    [refusal('invalid_grant'), 'reauthorize', true],
    [refusal('interaction_required'), 'reauthorize', true],
    [refusal('invalid_client', 401), 'application_refused', true],
    [refusal('unauthorized_client'), 'application_refused', true],
    [refusal('invalid_scope'), 'application_refused', true],
    [refusal('temporarily_unavailable'), 'token_unavailable', false],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'token_unavailable', false],
    [{ status: 500, body: { error: 'invalid_grant' } }, 'token_unavailable', false],
    [{ status: 400, body: '<html>' }, 'token_unavailable', false],
    [{ status: 200, body: {} }, 'token_unavailable', false],
    [{ status: 200, body: '<html>' }, 'token_unavailable', false],
    [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, 'token_unavailable', false],
    ['drop', 'connection_lost', false],
  ])('%j means %s', async (act, code, needsAdmin) => {
    const { failure } = await newProvider(act);
    expect(await failure()).toMatchObject({ code, needsAdmin, step: 'authentication' });
  });

  it('says what the provider said, and when to come back', async () => {
    const { failure } = await newProvider(refusal('invalid_grant'));
    expect(await failure()).toMatchObject({
      message:
        'The authorization of the mailbox has ended and has to be given again. The server said: invalid_grant AADSTS700082: The refresh token has expired.',
    });
    const busy = await newProvider({ status: 429, headers: { 'retry-after': '7' } });
    expect(await busy.failure()).toMatchObject({ retryAfterMs: 7_000 });
  });

  it('comes without a request for a tenant that is no id, and for Google without a refresh token', async () => {
    const { server, failure } = await newProvider();
    for (const tenant_id of ['', '..', 'a/b', 'a?b', 'a.', '%2e'])
      expect(await failure({ transport: { ...microsoft, tenant_id } })).toMatchObject({
        code: 'application_refused',
      });
    expect(await failure({ secrets: {} })).toMatchObject({ code: 'reauthorize' });
    expect(server.requests).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createTicket, getMe, listTickets, rotateOAuthAppSecret } from '@parley/contracts';
import * as oauth from 'oauth4webapi';
import { ConsoleClient } from '../session-api/console-client.ts';
import { operator } from '../platform.ts';
import { auditOf } from '../steps.ts';
import { approve, CALLBACK, discover, insecure, pkce, TestApp } from './app.ts';
import { Browser, codeOf, formsOf, isConsent, type Shown } from './browser.ts';

const asks = (page: Shown) => formsOf(page).some(isConsent);

const workspace = await operator.workspace();

const redirect = 'http://127.0.0.1/callback com.example.app:/callback';
const app = await TestApp.create(workspace, { client_type: 'public', redirect_uri: redirect });

describe('a public client', () => {
  it('must use PKCE, is never recognized without a question, and may have a scheme of its own', async () => {
    const { verifier, challenge } = pkce();
    const asked = {
      redirect_uri: 'com.example.app:/callback',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      prompt: undefined,
    };
    const { browser, page } = await app.consentPage(asked);
    expect(page.text).toContain('<strong>com.example.app</strong>');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https: com.example.app:",
    );
    const sent = await browser.decide(page, 'approve');
    expect(sent.location).toMatch(/^com\.example\.app:\/callback\?code=ac_/);
    const redeemed = { redirect_uri: asked.redirect_uri, code_verifier: verifier };
    expect((await app.exchange(codeOf(sent), redeemed)).status).toBe(200);

    const again = await browser.open(app.authorizeUrl(asked));
    expect(asks(again)).toBe(true);
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    const plain = await browser.open(app.authorizeUrl({ ...asked, ...without }));
    expect(new URL(plain.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it('can neither introspect tokens nor rotate a secret, and a confidential one has no scheme of its own', async () => {
    const refused = await app.introspect('x');
    expect([refused.status, refused.body]).toMatchObject([401, { error: 'invalid_client' }]);
    const id = app.id as `app_${string}`;
    await expect(operator.run(rotateOAuthAppSecret, { id })).rejects.toThrow('public client');
    const redirect_uri = 'com.example.app:/callback';
    await expect(TestApp.create(workspace, { redirect_uri })).rejects.toThrow('redirect_uri');
  });
});

it('an app in test mode has tokens that begin with at_test_, and sees test data only', async () => {
  const app = await TestApp.create(workspace, { mode: 'test' });
  const consent = await app.consentPage();
  expect(consent.page.text).toContain('test mode');
  const { body } = await app.exchange(await approve(consent));
  expect(body.access_token).toMatch(/^at_test_[0-9A-Za-z]{40}$/);
  const client = app.client(body.access_token);
  expect((await client.ok(getMe, {})).data.credential).toMatchObject({ mode: 'test', app_id: app.id });
  const { data: ticket } = await client.ok(createTicket, { body: { subject: 'A test' } });
  const seen = async (mode: 'live' | 'test') =>
    (await workspace[mode].ok(listTickets, { query: {} })).data.some(({ id }) => id === ticket.id);
  expect([await seen('live'), await seen('test')]).toEqual([false, true]);
  expect((await app.introspect(body.access_token)).body).toMatchObject({ active: true, mode: 'test' });
  const { body: next } = await app.refresh(body.refresh_token);
  expect(next.access_token).toMatch(/^at_test_/);
  await app.revoke(next.access_token);
  expect((await app.client(next.access_token).call(getMe, {})).status).toBe(401);
});

it('introspection tells an app about its own valid tokens, and nothing about others', async () => {
  const [app, other] = await Promise.all([TestApp.create(workspace), TestApp.create(workspace)]);
  const { access_token: access, refresh_token: refresh } = await app.tokens();
  const { id } = (await app.client(access).ok(getMe, {})).data;
  const shared = {
    active: true,
    scope: 'tickets:read tickets:write',
    client_id: app.id,
    exp: expect.any(Number),
    sub: id,
    username: workspace.credentials.email,
    iss: app.authUrl,
    aud: app.baseUrl,
    workspace_id: workspace.credentials.workspace_id,
    mode: 'live',
  };
  const server = await discover(app);
  const client = { client_id: app.id };
  const secret = oauth.ClientSecretBasic(app.secret);
  const request = await oauth.introspectionRequest(server, client, secret, access, insecure);
  const answer = await oauth.processIntrospectionResponse(server, client, request);
  expect(answer).toEqual({ ...shared, token_type: 'Bearer', iat: expect.any(Number) });
  expect((answer.exp ?? 0) - (answer.iat ?? 0)).toBe(3600);
  expect((await app.introspect(refresh)).body).toEqual(shared);

  await app.revoke(access);
  const { body: next } = await app.refresh(refresh);
  // The refresh may be repeated until its successor is used.
  expect((await app.introspect(refresh)).body.active).toBe(true);
  await app.refresh(next.refresh_token);
  for (const token of [access, refresh, 'nonsense', workspace.credentials.live_key])
    expect((await app.introspect(token)).body).toEqual({ active: false });
  expect((await other.introspect(next.access_token)).body).toEqual({ active: false });
  expect((await app.introspect(next.access_token)).headers.get('cache-control')).toBe('no-store');
  expect(await app.introspect('')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  const wrong = await app.post('/oauth/introspect', { token: access, client_id: app.id });
  expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});

it('a request may name the API as its resource, or what is below it, and no other', async () => {
  const app = await TestApp.create(workspace);
  const resource = `${app.baseUrl}/mcp`;
  const code = await app.code({ resource });
  const elsewhere = await app.exchange(code, { resource: 'https://other.example' });
  expect([elsewhere.status, elsewhere.body.error]).toEqual([400, 'invalid_target']);
  // It has not used up the code.
  const { status, body } = await app.exchange(code, { resource });
  expect(status).toBe(200);
  expect((await app.refresh(body.refresh_token, { resource: app.baseUrl })).status).toBe(200);
  const sent = await new Browser(app.authUrl).open(app.authorizeUrl({ resource: 'https://other.example' }));
  expect(new URL(sent.location ?? '').searchParams.get('error')).toBe('invalid_target');
});

describe('consent', () => {
  it('is remembered for the same scopes in a session, until the user disconnects the app', async () => {
    const app = await TestApp.create(workspace);
    const { browser, page } = await app.consentPage({ prompt: undefined });
    const code = await approve({ browser, page });
    // A code is no consent yet: it may never be exchanged.
    const url = app.authorizeUrl({ prompt: undefined });
    expect(asks(await browser.open(url))).toBe(true);
    expect((await app.exchange(code)).status).toBe(200);

    for (const scope of ['tickets:read tickets:write', 'tickets:write']) {
      const again = await browser.open(app.authorizeUrl({ scope, prompt: undefined }));
      const { origin, pathname, searchParams } = new URL(again.location ?? '');
      expect([again.status, origin + pathname]).toEqual([302, CALLBACK]);
      expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['a state', app.authUrl]);
      expect((await app.exchange(codeOf(again))).body.scope).toBe(scope);
    }
    for (const parameters of [
      { scope: 'tickets:read users:read', prompt: undefined },
      { scope: undefined, prompt: undefined },
      { prompt: 'consent' },
    ])
      expect(asks(await browser.open(app.authorizeUrl(parameters)))).toBe(true);

    const console = await ConsoleClient.of(browser, page, workspace.credentials, workspace);
    await console.ok('grant.revoke', { params: { app_id: app.id as `app_${string}` } });
    expect(asks(await browser.open(url))).toBe(true);
  });

  it('that the user takes back ends codes too, which have not been exchanged yet', async () => {
    const app = await TestApp.create(workspace);
    const { browser, page } = await app.consentPage({ prompt: undefined });
    const first = await app.exchange(await approve({ browser, page }));
    const unused = codeOf(await browser.open(app.authorizeUrl({ prompt: undefined })));
    const console = await ConsoleClient.of(browser, page, workspace.credentials, workspace);
    await console.ok('grant.revoke', { params: { app_id: app.id as `app_${string}` } });
    const refused = await app.exchange(unused);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect((await app.client(first.body.access_token).call(getMe, {})).status).toBe(401);
    expect((await app.exchange(await app.code())).status).toBe(200);
  });

  it('that the user takes back leaves nothing of what the app is doing at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const app = await TestApp.create(workspace);
      const { browser, page } = await app.consentPage({ prompt: undefined });
      const { body: first } = await app.exchange(await approve({ browser, page }));
      const newCode = async () => codeOf(await browser.open(app.authorizeUrl({ prompt: undefined })));
      const code = await newCode();
      const console = await ConsoleClient.of(browser, page, workspace.credentials, workspace);
      const takeBack = console.ok('grant.revoke', { params: { app_id: app.id as `app_${string}` } });
      const given = await Promise.all([
        app.refresh(first.refresh_token),
        app.exchange(code),
        // The user is asked once the consent is gone, and there is no code.
        newCode().then(
          (another) => app.exchange(another),
          () => null,
        ),
      ]);
      await takeBack;
      for (const answer of given)
        if (answer?.status === 200)
          expect((await app.client(answer.body.access_token).call(getMe, {})).status).toBe(401);
    }
  });

  it('without a scope in the request is asked for all scopes of the app', async () => {
    const app = await TestApp.create(workspace);
    expect((await app.tokens({ scope: undefined })).scope).toBe('tickets:read tickets:write users:read');
  });
});

it('the operator rotates the secret of an app, whose former one is accepted for the grace period', async () => {
  const app = await TestApp.create(workspace);
  const id = app.id as `app_${string}`;
  const accepted = async (secret: string) =>
    (await app.token({ client_secret: secret, grant_type: 'none' })).body.error === 'unsupported_grant_type';
  const first = await operator.run(rotateOAuthAppSecret, { id });
  expect(first.client_secret).toMatch(/^cs_[0-9A-Za-z]{40}$/);
  expect([await accepted(app.secret), await accepted(first.client_secret)]).toEqual([true, true]);
  const second = await operator.run(rotateOAuthAppSecret, { id, grace_period: '0s' });
  const secrets = [app.secret, first.client_secret, second.client_secret];
  expect(await Promise.all(secrets.map(accepted))).toEqual([false, false, true]);
  for (const grace_period of ['31d', 'none', '-1s'])
    await expect(operator.run(rotateOAuthAppSecret, { id, grace_period })).rejects.toThrow('grace_period');
  const entries = (await auditOf(workspace)).slice(0, 3);
  const types = entries.map(({ type }) => type);
  expect(types).toEqual(['app.secret_rotated', 'app.secret_rotated', 'app.created']);
  for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
});

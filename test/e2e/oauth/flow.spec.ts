import { describe, expect, it } from '@jest/globals';
import { createTicket, getMe, listTickets, listUsers, overrideUser } from '@parley/contracts';
import { operator } from '../platform.ts';
import { addUser } from '../steps.ts';
import { query } from '../session-api/query.ts';
import { CALLBACK, TestApp } from './app.ts';
import { Browser, formsOf, hasPassword, isConsent } from './browser.ts';

const workspace = await operator.workspace();
const app = await TestApp.create(workspace);

describe('an app that acts for a user', () => {
  it('gets a code by sign-in and consent, and exchanges it for tokens as documented', async () => {
    const browser = new Browser(app.authUrl);
    const signIn = await browser.open(app.authorizeUrl());
    expect(signIn.status).toBe(200);
    expect(formsOf(signIn).filter(hasPassword)).toHaveLength(1);
    const consent = await browser.signIn(signIn, workspace.credentials);
    expect(formsOf(consent).filter(isConsent)).toHaveLength(1);
    for (const shown of [
      'Test app',
      'localhost:4999',
      'admin@example.com',
      'Create, update and delete tickets',
      'tickets:read',
    ])
      expect(consent.text).toContain(shown);
    expect(consent.text).not.toContain('users:read');

    const answer = await browser.decide(consent, 'approve');
    expect(answer.status).toBe(303);
    const { origin, pathname, searchParams } = new URL(answer.location ?? '');
    expect(origin + pathname).toBe(CALLBACK);
    expect(Object.fromEntries(searchParams)).toEqual({
      code: expect.stringMatching(/^ac_[0-9A-Za-z]{40}$/),
      state: 'a state',
      iss: app.authUrl,
    });

    const { status, headers, body } = await app.exchange(searchParams.get('code') ?? '');
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^at_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^rt_/),
      scope: 'tickets:read tickets:write',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');

    const client = app.client(body.access_token);
    expect((await client.ok(getMe, {})).data).toMatchObject({
      email: workspace.credentials.email,
      workspace: { id: workspace.credentials.workspace_id },
    });
    const { data: ticket } = await client.ok(createTicket, { body: { subject: 'By an app' } });
    const { data } = await workspace.live.ok(listTickets, { query: {} });
    expect(data.map(({ id }) => id)).toContain(ticket.id);
    expect((await client.call(listUsers, { query: {} })).status).toBe(403);
  });

  it('may request fewer scopes in a refresh, and has all of them again in the next one', async () => {
    const { refresh_token: refresh } = await app.tokens();
    const { body: fewer } = await app.refresh(refresh, { scope: 'read:tickets' });
    expect(fewer.scope).toBe('tickets:read');
    const refused = await app.client(fewer.access_token).call(createTicket, { body: { subject: 'x' } });
    expect(refused.status).toBe(403);
    const { body: all } = await app.refresh(fewer.refresh_token);
    expect(all.scope).toBe('tickets:read tickets:write');
    // More than was granted is refused, and the token is as good as before.
    const more = await app.refresh(all.refresh_token, { scope: 'tickets:read users:read' });
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope']);
    expect((await app.refresh(all.refresh_token)).status).toBe(200);
  });

  it('receives access_denied if the user denies consent', async () => {
    const { browser, page } = await app.consentPage();
    const { location } = await browser.decide(page, 'deny');
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a state',
      iss: app.authUrl,
    });
  });

  it('revokes an access token alone, and with a refresh token everything', async () => {
    const first = await app.tokens();
    const { body: second } = await app.refresh(first.refresh_token);
    const revoked = await app.revoke(first.access_token);
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    expect((await app.client(first.access_token).call(getMe, {})).status).toBe(401);
    expect((await app.client(second.access_token).call(getMe, {})).status).toBe(200);

    expect((await app.revoke(second.refresh_token)).body).toEqual({});
    expect((await app.client(second.access_token).call(getMe, {})).status).toBe(401);
    expect((await app.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    // Whatever it was, it is dead now.
    for (const token of [
      second.refresh_token,
      first.access_token,
      'nonsense',
      workspace.credentials.live_key,
    ])
      expect((await app.revoke(token)).status).toBe(200);
    expect((await workspace.live.call(getMe, {})).status).toBe(200);
  });

  it('is granted only what the role of its user allows, as shown on the consent page', async () => {
    const admins = await TestApp.create(workspace, { scopes: 'tickets:read,users:write' });
    const vic = await addUser(workspace, { role: 'viewer' });
    const { page } = await admins.consentPage({ scope: 'tickets:read users:write' }, vic);
    expect(page.text).toContain('not allowed by your current role');
    expect((await admins.tokens({ scope: 'tickets:read users:write' }, vic)).scope).toBe('tickets:read');
    const none = await admins.approved({ scope: 'users:write' }, vic);
    expect(none.get('error')).toBe('access_denied');
  });

  it('has no access token that outlives its grant', async () => {
    const { refresh_token: refresh } = await app.tokens();
    const hash = "sha256(convert_to($1, 'UTF8'))";
    const ofToken = `id = (select grant_id from identity.refresh_token where token_hash = ${hash})`;
    const soon = `update identity.oauth_grant set expires_at = now() + interval '2 minutes' where ${ofToken}`;
    await query(soon, [refresh]);
    const { body } = await app.refresh(refresh);
    expect([body.expires_in > 0, body.expires_in <= 120]).toEqual([true, true]);
    const { exp = 0, iat = 0 } = (await app.introspect(body.access_token)).body;
    expect(exp - iat).toBeLessThanOrEqual(120);
  });

  it('loses all tokens permanently if its user is deactivated', async () => {
    const lou = await addUser(workspace);
    const { access_token: access, refresh_token: refresh } = await app.tokens({}, lou);
    const { browser, page } = await app.consentPage({}, lou);
    const code = await app.code({}, lou);
    await operator.run(overrideUser, { id: lou.id, status: 'inactive' });
    expect((await app.client(access).call(getMe, {})).status).toBe(401);
    expect((await app.refresh(refresh)).body.error).toBe('invalid_grant');
    expect((await app.exchange(code)).body.error).toBe('invalid_grant');
    expect((await browser.decide(page, 'approve')).status).toBe(403);
    expect((await browser.signIn(await browser.open(app.authorizeUrl()), lou)).status).toBe(401);
    await operator.run(overrideUser, { id: lou.id, status: 'active' });
    expect((await app.client(access).call(getMe, {})).status).toBe(401);
    expect((await app.refresh(refresh)).body.error).toBe('invalid_grant');
    expect((await app.tokens({}, lou)).token_type).toBe('Bearer');
  });
});

import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '@parley/testing';
import { Agent, request } from 'undici';
import { operator } from './platform.ts';

const { credentials } = await operator.workspace();
const { base_url: baseUrl, auth_url: authUrl } = credentials;
const anybody = new ApiClient(baseUrl, undefined);
const read = (path: string) => anybody.raw('GET', path);
/** What the API document does not describe. */
const document = async (url: string) => (await fetch(url)).json();
/** Nobody else fails to authenticate from there. */
const dispatcher = new Agent({ connect: { localAddress: '127.45.6.7' } });
const readElsewhere = async (path: string) => {
  const { statusCode: status, headers, body } = await request(baseUrl + path, { dispatcher });
  await body.dump();
  return { status, remaining: Number(headers['x-ratelimit-remaining']) };
};
afterAll(() => dispatcher.close());

describe('a client without a token', () => {
  it('learns from a refusal where it gets one', async () => {
    const { status, headers } = await read('/v1/me');
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    expect([status, url]).toEqual([401, `${baseUrl}/.well-known/oauth-protected-resource`]);
    expect(await document(url)).toMatchObject({ resource: baseUrl, authorization_servers: [authUrl] });
    const path = '/.well-known/oauth-authorization-server';
    expect(await document(baseUrl + path)).toEqual(await document(authUrl + path));
  });

  it('learns the same from the MCP endpoint, whose metadata are its own', async () => {
    const refused = await fetch(`${baseUrl}/mcp`, { method: 'POST' });
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    expect([refused.status, url]).toEqual([401, `${baseUrl}/.well-known/oauth-protected-resource/mcp`]);
    const metadata = (await document(url)) as object;
    expect(metadata).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [authUrl] });
    // Hosts ask for all scopes that are listed: an app with fewer would be refused.
    expect(metadata).not.toHaveProperty('scopes_supported');
  });

  it('does not use up its failed attempts by looking for documents', async () => {
    const { remaining } = await readElsewhere('/v1/me');
    for (const name of ['oauth-protected-resource', 'security.txt', 'change-password'])
      await readElsewhere(`/.well-known/${name}`);
    expect((await readElsewhere('/.well-known/openid-configuration')).status).toBe(404);
    expect((await readElsewhere('/v1/me')).remaining).toBe(remaining - 1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ApiClient } from '@parley/testing';
import { operator } from './platform.ts';

const { credentials } = await operator.workspace();
const { base_url: baseUrl, auth_url: authUrl } = credentials;
const anybody = new ApiClient(baseUrl, undefined);
const read = (path: string) => anybody.raw('GET', path);
/** What the API document does not describe. */
const document = async (url: string) => (await fetch(url)).json();

describe('a client without a token', () => {
  it('learns from a refusal where it gets one', async () => {
    const { status, headers } = await read('/v1/me');
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    expect([status, url]).toEqual([401, `${baseUrl}/.well-known/oauth-protected-resource`]);
    expect(await document(url)).toMatchObject({ resource: baseUrl, authorization_servers: [authUrl] });
    const path = '/.well-known/oauth-authorization-server';
    expect(await document(baseUrl + path)).toEqual(await document(authUrl + path));
  });

  it('does not use up its failed attempts by looking for documents', async () => {
    const { headers } = await read('/v1/me');
    for (const name of [
      'openid-configuration',
      'security.txt',
      'oauth-protected-resource',
      'change-password',
    ])
      await (await fetch(`${baseUrl}/.well-known/${name}`)).text();
    expect((await read('/.well-known/openid-configuration')).status).toBe(404);
    const after = await read('/v1/me');
    const left = (of: Headers) => Number(of.get('x-ratelimit-remaining'));
    expect(left(headers) - left(after.headers)).toBe(1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { effectiveScopes } from './principal.ts';

describe('the effective scopes', () => {
  it('of a credential that acts as a user are limited to the role of that user', () => {
    expect(
      effectiveScopes('personal_access_token', ['tickets:read', 'tickets:write', 'users:write'], 'agent'),
    ).toEqual(['tickets:read', 'tickets:write']);
    expect(effectiveScopes('oauth_access_token', ['tickets:read', 'tickets:write'], 'viewer')).toEqual([
      'tickets:read',
    ]);
  });

  it('of an API key are its scopes', () => {
    expect(effectiveScopes('api_key', ['users:write'], 'viewer')).toEqual(['users:write']);
  });
});

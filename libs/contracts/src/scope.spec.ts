import { describe, expect, it } from '@jest/globals';
import { operations } from './registry.ts';
import {
  acceptedScopes,
  hasRequiredScope,
  normalizeScope,
  ROLES,
  SCOPE_DESCRIPTIONS,
  SCOPES,
  scopesOfRole,
} from './scope.ts';

describe('a scope', () => {
  it.each(SCOPES)('%s is accepted resource-first and action-first, and returned resource-first', (scope) => {
    const [resource, action] = scope.split(':') as [string, string];
    expect(normalizeScope(`${resource}:${action}`)).toBe(scope);
    expect(normalizeScope(`${action}:${resource}`)).toBe(scope);
  });

  it.each([
    '',
    ':',
    'tickets',
    'tickets:',
    ':read',
    'tickets:delete',
    'tickets:manage',
    'tickets:read:write',
    'Tickets:read',
    ' tickets:read',
    'tickets:read ',
    'tickets: read',
    '__proto__:read',
  ])('is not %j', (text) => {
    expect(normalizeScope(text)).toBeNull();
  });
});

describe('the scopes of a role', () => {
  it('are all for an admin', () => {
    expect(scopesOfRole('admin')).toEqual(SCOPES);
  });

  it('are every read and the writes of daily work for an agent', () => {
    expect(scopesOfRole('agent')).toEqual([
      'conversations:read',
      'conversations:write',
      'contacts:read',
      'contacts:write',
      'tickets:read',
      'tickets:write',
      'users:read',
      'files:read',
      'files:write',
      'views:read',
      'views:write',
      'notifications:manage',
      'macros:read',
      'macros:write',
    ]);
  });

  it('are every read and their own notifications for a viewer', () => {
    const isOfViewers = (scope: string) => scope.endsWith(':read') || scope === 'notifications:manage';
    expect(scopesOfRole('viewer')).toEqual(SCOPES.filter(isOfViewers));
  });

  it('grow from viewer to agent to admin', () => {
    const [admin, agent, viewer] = ROLES.map((role) => new Set(scopesOfRole(role)));
    expect([...(viewer ?? [])].every((scope) => agent?.has(scope))).toBe(true);
    expect([...(agent ?? [])].every((scope) => admin?.has(scope))).toBe(true);
  });
});

it('a requirement of any of several scopes is met by one of them', () => {
  const requirement = { anyOf: ['conversations:read', 'tickets:read'] } as const;
  expect(hasRequiredScope(['tickets:read'], requirement)).toBe(true);
  expect(hasRequiredScope(['conversations:read'], requirement)).toBe(true);
  expect(hasRequiredScope(['contacts:read'], requirement)).toBe(false);
  expect(hasRequiredScope(SCOPES, { anyOf: [] })).toBe(false);
});

it('the description of a scope, which the consent page shows, tells that records may be deleted with it', () => {
  const deletions = operations.filter(({ route }) => route.startsWith('DELETE '));
  const deleting = new Set(deletions.flatMap(({ scope }) => acceptedScopes(scope)));
  const silent = [...deleting].filter((scope) => !/\b(delete|manage)\b/i.test(SCOPE_DESCRIPTIONS[scope]));
  expect(deleting.size).toBeGreaterThan(0);
  expect(silent).toEqual([]);
});

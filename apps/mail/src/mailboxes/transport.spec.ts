import { describe, expect, it } from '@jest/globals';
import type { TransportInput } from '@parley/contracts';
import { receives, secretsOf, transportOf } from './transport.rules.ts';

const POLICY = { isTest: false, hasExceptions: false };
const INPUT: TransportInput = { type: 'graph', tenant_id: 'acme.example', client_id: 'app' };
const SECRETS = { refresh_token: 'refresh', access_token: 'access', access_expires_at: 1 };
const onlySends = transportOf(INPUT, POLICY);
const fetches = transportOf({ ...INPUT, after_receiving: 'leave' }, POLICY);

describe('a mailbox with Microsoft Graph', () => {
  it('receives only if it says so', () => {
    expect([onlySends, fetches].map(receives)).toEqual([false, true]);
    expect(() => transportOf({ ...INPUT, after_receiving: 'delete' }, POLICY)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param: 'transport.after_receiving' }),
    );
  });

  it('keeps its secrets when it begins to receive, except an access token that does not let it', () => {
    const before = { transport: onlySends, secrets: SECRETS };
    expect(secretsOf(INPUT, onlySends, before)).toEqual(SECRETS);
    expect(secretsOf(INPUT, fetches, before)).toEqual({ refresh_token: 'refresh' });
    expect(secretsOf(INPUT, fetches, { ...before, transport: fetches })).toEqual(SECRETS);
    expect(secretsOf(INPUT, onlySends, { ...before, transport: fetches })).toEqual(SECRETS);
  });
});

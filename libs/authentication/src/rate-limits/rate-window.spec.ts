import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressSubject } from './address.ts';
import { effectiveScopes } from '../principal.ts';
import { FixedWindows, rateHeaders } from './rate-window.ts';

describe('the rate limit headers', () => {
  it('are rounded up, so that waiting until either time is enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1e12, max: 2e12 }), (ttlMs, now) => {
        const headers = rateHeaders({ limit: 60, remaining: 0, resetAtMs: now + ttlMs, ttlMs }, true);
        expect(Number(headers['x-ratelimit-reset']) * 1000).toBeGreaterThanOrEqual(now + ttlMs);
        expect(Number(headers['retry-after']) * 1000).toBeGreaterThanOrEqual(ttlMs);
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('contain Retry-After only if the request exceeded the limit', () => {
    const window = { limit: 60, remaining: 0, resetAtMs: 5500, ttlMs: 500 };
    expect(rateHeaders(window)).toEqual({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '6',
    });
    expect(rateHeaders(window, true)).toMatchObject({ 'retry-after': '1' });
  });
});

describe('a fixed window', () => {
  it('allows exactly its limit of requests, starting at the first one', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (waits, limit) => {
        const windows = new FixedWindows(1000);
        let [now, begun, used] = [1_000_000, -Infinity, 0];
        for (const wait of waits) {
          now += wait;
          if (now >= begun + 1000) [begun, used] = [now, 0];
          const passed = used < limit;
          if (passed) used += 1;
          expect(windows.take('a', limit, now)).toEqual({
            passed,
            window: { limit, remaining: limit - used, resetAtMs: begun + 1000, ttlMs: begun + 1000 - now },
          });
        }
      }),
    );
  });
});

describe('the subject of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});

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

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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

it('a fixed window allows exactly its limit of requests, starting at the first one', () => {
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

import { describe, expect, it, jest } from '@jest/globals';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const limiterOf = (limit: number) => new ConcurrencyLimiter({ WEBHOOK_CONCURRENCY: limit });

describe('the concurrency limiter', () => {
  it('reserves a quarter for slow endpoints', () => {
    expect(limiterOf(256).available).toEqual({ fast: 192, slow: 64, stalled: [] });
    expect(limiterOf(4).available).toEqual({ fast: 3, slow: 1, stalled: [] });
  });

  it('releases an attempt once, to the pool that it was acquired from', () => {
    const limiter = limiterOf(8);
    const quick = limiter.acquire('a', false);
    const slow = limiter.acquire('b', true);
    expect(limiter.available).toEqual({ fast: 5, slow: 1, stalled: [] });
    quick();
    quick();
    expect(limiter.available).toMatchObject({ fast: 6, slow: 1 });
    slow();
    expect(limiter.available).toMatchObject({ fast: 6, slow: 2 });
  });

  it('counts stalled attempts as slow, which frees capacity of the fast pool', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const limiter = limiterOf(8);
    const given = ['a', 'a', 'b', 'c'].map((id) => limiter.acquire(id, false));
    expect(limiter.available).toMatchObject({ fast: 2, slow: 2 });
    clock.mockReturnValue(1_999);
    limiter.acquire('d', false);
    expect(limiter.available).toMatchObject({ fast: 1, slow: 2, stalled: [] });
    clock.mockReturnValue(2_000);
    expect(limiter.available).toEqual({ fast: 5, slow: 0, stalled: ['a', 'b', 'c'] });
    given[0]?.();
    given[1]?.();
    expect(limiter.available).toEqual({ fast: 5, slow: 0, stalled: ['b', 'c'] });
    clock.mockRestore();
  });

  it('counts test calls as slow, up to 8 of a tenant and half of the slow pool', () => {
    const limiter = limiterOf(128);
    const started = Array.from({ length: 8 }, () => limiter.acquireTest('a', 'one live'));
    expect(limiter.available).toMatchObject({ fast: 96, slow: 24 });
    const code = (tenant: string) => {
      try {
        limiter.acquireTest('b', tenant)();
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect([code('one live'), code('one test')]).toEqual(['rate_limit_exceeded', null]);
    for (let n = 0; n < 8; n += 1) limiter.acquireTest('c', 'two live');
    expect(code('three live')).toBe('service_unavailable');
    started[0]?.();
    expect([code('one live'), code('three live')]).toEqual([null, null]);
  });
});

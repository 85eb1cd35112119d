import { describe, expect, it, jest } from '@jest/globals';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

describe('the concurrency limiter', () => {
  it('reserves a quarter for slow endpoints', () => {
    expect(new ConcurrencyLimiter(256).available).toEqual({ fast: 192, slow: 64, stalled: [] });
    expect(new ConcurrencyLimiter(4).available).toEqual({ fast: 3, slow: 1, stalled: [] });
  });

  it('releases an attempt once, to the pool that it was acquired from', () => {
    const limiter = new ConcurrencyLimiter(8);
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
    const limiter = new ConcurrencyLimiter(8);
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
});

import { expect, it } from '@jest/globals';
import { backoff } from './backoff.rules.ts';

const passing = { needsAdmin: false, retryAfterMs: null };

it('the wait after failures doubles from a second to five minutes', () => {
  expect([1, 2, 3, 9, 10, 1_000].map((failures) => backoff(failures, 1_000, passing, 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ]);
});

it('half of the wait is chance', () => {
  expect([0, 0.5, 1].map((random) => backoff(4, 1_000, passing, random))).toEqual([4_000, 6_000, 8_000]);
});

it('what only an admin can mend is tried every few minutes from the first failure on', () => {
  expect(backoff(1, 1_000, { ...passing, needsAdmin: true }, 0)).toBe(150_000);
});

it('a server may ask for up to an hour', () => {
  expect(backoff(1, 1_000, { ...passing, retryAfterMs: 600_000 }, 1)).toBe(600_000);
  expect(backoff(1, 1_000, { ...passing, retryAfterMs: 86_400_000 }, 1)).toBe(3_600_000);
});

import { expect, it } from '@jest/globals';
import { usageOf } from './redis-state.ts';

const HOUR = 490_000;

it.each([
  // The minute that is running, admitted counts of the hour before, of the hour, and what is seen 59 minutes and 1 minute ago.
  [0, ['1', '5', '59', '7'], ['0', '9'], [5, 7, 9]],
  [30, ['30', '1', '31', '5'], ['29', '7', '30', '9'], [5, 7, 9]],
  [59, ['59', '1', '0', '1'], ['0', '5', '58', '7', '59', '9'], [5, 7, 9]],
])('the usage at minute %d of an hour spans the hour before', (minute, before, current, seen) => {
  const usage = usageOf([HOUR * 60 + minute, before, current]);
  expect(usage).toHaveLength(60);
  expect(usage.map(({ at }) => at)).toEqual(
    Array.from({ length: 60 }, (_, index) => (HOUR * 60 + minute - 59 + index) * 60_000),
  );
  expect([usage.at(0), usage.at(58), usage.at(59)].map((one) => one?.admitted)).toEqual(seen);
  expect(usage.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(21);
});

it('the usage tells refused requests from admitted ones', () => {
  const usage = usageOf([HOUR * 60 + 7, [], ['7', '60', '7r', '4', '5r', '2']]);
  expect(usage.slice(-3).map(({ admitted, refused }) => [admitted, refused])).toEqual([
    [0, 2],
    [0, 0],
    [60, 4],
  ]);
});

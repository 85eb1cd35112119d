import { expect, it } from '@jest/globals';
import { ageLabel } from './time.ts';

const NOW = Date.parse('2026-11-21T06:30:00.000Z');
const ago = (seconds: number) => ageLabel(new Date(NOW - seconds * 1000), NOW);

it.each([
  [0, 'just now'],
  [44, 'just now'],
  [-44, 'just now'],
  [50, '1 minute ago'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_400, 'yesterday'],
  [-3 * 86_400, 'in 3 days'],
  [400 * 86_400, 'last year'],
])('a time %i seconds ago is %j', (seconds, words) => {
  expect(ago(seconds)).toBe(words);
});

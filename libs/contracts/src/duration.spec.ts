import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDuration, parseDuration } from './duration.ts';

describe('a duration', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['20s', 20_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
    [' 5m ', 300_000],
    ['007s', 7_000],
  ])('%j is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', ' ', '5', 'm', '5 m', '1.5h', '-1s', '+1s', '1e3ms', '5M', '5min', '1h30m', '5s\n5s', '٣s'])(
    '%j is invalid',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  it('is a number and its unit', () => {
    const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
    const unit = fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[]));
    fc.assert(
      fc.property(fc.nat(1_000_000), unit, (count, name) =>
        expect(parseDuration(`${count}${name}`)).toBe(count * units[name]),
      ),
    );
  });

  it.each([
    [0, '0ms'],
    [1_500, '1500ms'],
    [20_000, '20s'],
    [90_000, '90s'],
    [3_600_000, '1h'],
    [86_400_000, '24h'],
    [172_800_000, '2d'],
  ])('of %d ms is formatted as %j', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('is parsed to the value it was formatted from', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999_999), (milliseconds) =>
        expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds),
      ),
    );
  });
});

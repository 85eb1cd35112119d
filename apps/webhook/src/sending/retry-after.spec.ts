import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseRetryAfter } from './attempt.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const now = new Date('2026-11-21T06:30:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['120', 120 * SECOND],
    ['0', 0],
    ['99999999999999999999', DAY],
    ['Sat, 21 Nov 2026 06:31:00 GMT', 60 * SECOND],
    ['Saturday, 21-Nov-26 06:31:00 GMT', 60 * SECOND],
    ['Sat Nov 21 06:31:00 2026', 60 * SECOND],
    ['Sat, 21 Nov 2020 06:31:00 GMT', 0],
    ['Sat, 21 Nov 2099 06:31:00 GMT', DAY],
  ])('of %j is parsed', (header, wait) => {
    expect(parseRetryAfter(header, now)).toBe(wait);
  });

  it.each(['', 'soon', '-1', '1.5', '1e3', '2026-11-21', '5 apples', 'Sat, 99 Nov 2026 99:99:99 GMT'])(
    'of %j is ignored',
    (header) => {
      expect(parseRetryAfter(header, now)).toBeNull();
    },
  );

  it('is the longest of several and nothing when absent', () => {
    expect(parseRetryAfter(['5', 'soon', '7'], now)).toBe(7 * SECOND);
    expect(parseRetryAfter([], now)).toBeNull();
    expect(parseRetryAfter(undefined, now)).toBeNull();
  });

  it('never throws and is always within 0 to 24 hours, for any header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String), fc.nat().map(String)), (header) => {
        const wait = parseRetryAfter(header, now);
        return wait === null || (wait >= 0 && wait <= DAY);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byteRangeOf } from './byte-range.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 99],
    ['bytes=10-19', 10, 19],
    ['bytes=90-1000', 90, 99],
    ['bytes=99-', 99, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-100', 0, 99],
    ['bytes=-1000', 0, 99],
    ['BYTES=0-9', 0, 9],
    ['bytes= 0-9 ', 0, 9],
    ['bytes=0-99999999999999999999999', 0, 99],
  ])('%s asks for a part of 100 bytes', (header, start, end) => {
    expect(byteRangeOf(header, 100)).toEqual({ start, end });
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999999-'])(
    '%s asks for nothing that 100 bytes have',
    (header) => {
      expect(byteRangeOf(header, 100)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=--5',
    'bytes=1-2-3',
    'bytes=0x0-1',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes=0-1,5-6',
    'bytes=0-,0-,0-,0-',
    'lines=0-1',
    'none',
  ])('%s is answered with the whole file', (header) => {
    expect(byteRangeOf(header, 100)).toBeNull();
  });

  it('of an empty file has no answer', () => {
    for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0'])
      expect(byteRangeOf(header, 0)).toBe('unsatisfiable');
  });

  it('never leads out of the file', () => {
    const headers = fc.tuple(fc.option(fc.nat(300)), fc.option(fc.nat(300)));
    fc.assert(
      fc.property(headers, fc.nat(200), ([first, last], size) => {
        const range = byteRangeOf(`bytes=${first ?? ''}-${last ?? ''}`, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { formatSize, parseSize } from './size.ts';

describe('a size', () => {
  it.each([
    ['0', 0, '0 bytes'],
    ['1000', 1000, '1000 bytes'],
    ['1024', 1024, '1 KiB'],
    ['16KiB', 16_384, '16 KiB'],
    [' 25MiB ', 26_214_400, '25 MiB'],
    ['2GiB', 2_147_483_648, '2 GiB'],
    ['1536KiB', 1_572_864, '1536 KiB'],
  ])('of %j is %i bytes, shown as %s', (text, bytes, shown) => {
    expect(parseSize(text)).toBe(bytes);
    expect(formatSize(bytes)).toBe(shown);
  });

  it.each(['', 'MiB', '-1', '1.5MiB', '25MB', '25 MiB', '25mib', '1e3', '999999999999GiB', '0x10'])(
    'cannot be read from %j',
    (text) => {
      expect(parseSize(text)).toBeNull();
    },
  );
});

import { expect, it } from '@jest/globals';
import { sizeText } from './size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [12_400, '12 KB'],
  [26_214_400, '26 MB'],
  [5_000_000_000, '5.0 GB'],
])('the size of a file in words of %d bytes is %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

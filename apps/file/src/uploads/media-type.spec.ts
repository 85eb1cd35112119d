import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mediaTypeOf } from './media-type.ts';

/** What the receiver keeps of a file. */
const HEAD_BYTES = 4_100;

const utf16 = (text: string, isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

/** Text as people write it, of any script, longer than what is looked at. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 3_000 })
  // oxlint-disable-next-line no-control-regex
  .filter((value) => !/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(value))
  // What begins like a file of another type is one.
  .map((value) => `name;Größe\r\n${value}`);

describe('the media type of a file', () => {
  it('is text for text in UTF-8, and in UTF-16 with a byte order mark, wherever it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 2, max: HEAD_BYTES }), async (value, length) => {
        for (const bytes of [Buffer.from(value), utf16(value, false), utf16(value, true)])
          expect(await mediaTypeOf(bytes.subarray(0, length))).toBe('text/plain');
      }),
    );
  });

  it.each([
    ['UTF-16 with a control character', utf16('a\u0000b', false)],
    ['UTF-16 that is not well-formed', utf16('\udc00\udc00', true)],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['no bytes', Buffer.alloc(0)],
    ['any bytes', Buffer.from([0, 1, 2, 0xff])],
  ])('means nothing for %s', async (_, bytes) => {
    expect(await mediaTypeOf(bytes)).toBe('application/octet-stream');
  });

  it('has no parameters, which tell of the content and not of the type', async () => {
    const page = Buffer.alloc(64);
    page.write('OggS');
    page.write('OpusHead', 28);
    expect(await mediaTypeOf(page)).toBe('audio/ogg');
  });

  it('is that of MPEG audio as before', async () => {
    expect(await mediaTypeOf(Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0]))).toBe('audio/mpeg');
  });
});

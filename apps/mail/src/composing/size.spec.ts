import { describe, expect, it } from '@jest/globals';
import { encodedSize, tooLarge } from './size.ts';
import { composed, read } from './composed.fixture.ts';

const MIB = 1024 * 1024;

describe('the size of an attachment in a mail', () => {
  it.each([0, 1, 2, 3, 56, 57, 58, 114, 1000, 57 * 1000, 100_001])(
    'is known before it is encoded: %i bytes',
    async (bytes) => {
      const attachments = [
        { filename: 'a.bin', contentType: 'application/octet-stream', content: Buffer.alloc(bytes, 'x') },
      ];
      const attachment = read(await composed({ attachments })).parts[1];
      expect(attachment?.body).toHaveLength(encodedSize(bytes));
    },
  );
});

describe('the refusal of a large mail', () => {
  it('says both sizes in words that differ', () => {
    expect(tooLarge(encodedSize(40 * MIB), 35 * MIB)).toMatchObject({
      code: 'too_large',
      message: 'The mail has 54.8 MiB with its attachments encoded; at most 35 MiB can be sent',
    });
    expect(tooLarge(35 * MIB + 1, 35 * MIB).message).toContain('has 35.1 MiB');
    expect(tooLarge(2048, 1000).message).toBe(
      'The mail has 2 KiB with its attachments encoded; at most 1000 bytes can be sent',
    );
  });
});

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { compose } from './compose.ts';
import { composed, draft, read } from './composed.fixture.ts';

const pdf = { filename: 'invoice.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') };

describe('a large mail', () => {
  const MIB = 1024 * 1024;

  /** Bytes without end, which count what was taken of them. */
  function source() {
    const taken = { bytes: 0 };
    const content = new Readable({
      read() {
        taken.bytes += 64 * 1024;
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    return { content, taken };
  }

  it('is read no faster than it is sent, and closes its files when sending ends', async () => {
    const { content, taken } = source();
    const { bytes } = compose(draft({ attachments: [{ ...pdf, content }] }), Infinity);
    let sent = 0;
    for await (const chunk of bytes) {
      sent += (chunk as Buffer).length;
      expect(taken.bytes).toBeLessThan(sent + MIB);
      if (sent > 25 * MIB) break;
    }
    if (!content.destroyed) await once(content, 'close');
  });

  it('opens one of its files at a time', async () => {
    const open: number[] = [];
    const attachments = [1, 2, 3].map((file) => ({
      ...pdf,
      content: () => {
        expect(open).toEqual([]);
        open.push(file);
        return Readable.from([Buffer.from(`file ${file}`)]).on('end', () => open.pop());
      },
    }));
    const mail = read(await composed({ attachments }));
    expect(mail.parts.slice(1).map((part) => Buffer.from(part.body, 'base64').toString())).toEqual([
      'file 1',
      'file 2',
      'file 3',
    ]);
  });

  it('fails as one of its files does', async () => {
    const failing = { ...pdf, content: () => Promise.reject(new Error('the file is gone')) };
    await expect(composed({ attachments: [pdf, failing] })).rejects.toThrow('the file is gone');
  });

  it('is refused before it is read, where the sizes are known', () => {
    const open = jest.fn<() => Readable>();
    const attachments = [{ ...pdf, content: open, size: 40 * MIB }];
    expect(() => compose(draft({ attachments }), 35 * MIB)).toThrow(
      'The mail has 54.8 MiB with its attachments encoded; at most 35 MiB can be sent',
    );
    expect(open).not.toHaveBeenCalled();
  });

  it('fails at its limit where they are not', async () => {
    const { content, taken } = source();
    await expect(composed({ attachments: [{ ...pdf, content }] }, MIB)).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(taken.bytes).toBeLessThan(2 * MIB);
    const size = (await composed()).length;
    expect(await composed({}, size)).toHaveLength(size);
    await expect(composed({}, size - 1)).rejects.toMatchObject({ code: 'too_large' });
  });
});

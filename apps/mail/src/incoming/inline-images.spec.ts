import { describe, expect, it } from '@jest/globals';
import { InlineImages } from './inline-images.ts';

const MIB = 1024 * 1024;

async function* chunksOf(size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 'x');
}

/** Has an image taken by an upload, as the file service does. */
async function add(images: InlineImages, id: string | null, size: number, type = 'image/png') {
  const { bytes, keep } = images.copied(id, chunksOf(size));
  let read = 0;
  for await (const chunk of bytes) read += chunk.length;
  expect(read).toBe(size);
  keep(type);
}

describe('images within a mail', () => {
  it('are URLs that contain them', async () => {
    const images = new InlineImages();
    await add(images, 'a@b', 3);
    expect(images.urls()('a@b')).toBe('data:image/png;base64,eHh4');
    expect(images.urls()('other')).toBeNull();
  });

  it.each(['image/svg+xml', 'text/html', 'application/pdf'])('of the type %s are none', async (type) => {
    const images = new InlineImages();
    await add(images, 'a@b', 3, type);
    expect(images.urls()('a@b')).toBeNull();
  });

  it('are at most 1 MiB each, and 5 MiB together', async () => {
    const images = new InlineImages();
    await add(images, 'large', MIB + 1);
    for (const id of ['1', '2', '3', '4', '5', '6']) await add(images, id, MIB);
    const urlOf = images.urls();
    expect(urlOf('large')).toBeNull();
    expect(['1', '2', '3', '4', '5', '6'].map((id) => urlOf(id) !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('count each time that a document shows them', async () => {
    const images = new InlineImages();
    await add(images, 'a', MIB);
    const urlOf = images.urls();
    expect([1, 2, 3, 4, 5, 6].map(() => urlOf('a') !== null)).toEqual([true, true, true, true, true, false]);
    expect(images.urls()('a')).not.toBeNull();
  });

  it('are the first ones of their ids', async () => {
    const images = new InlineImages();
    await add(images, 'a', 3, 'image/png');
    await add(images, 'a', 3, 'image/gif');
    expect(images.urls()('a')).toMatch(/^data:image\/png;/);
  });
});

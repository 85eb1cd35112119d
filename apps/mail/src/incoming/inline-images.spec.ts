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

const idsOf = (images: InlineImages) => images.all().map(({ contentId }) => contentId);

describe('images within a mail', () => {
  it('are kept with their types and bytes', async () => {
    const images = new InlineImages();
    await add(images, 'a@b', 3);
    expect(images.all()).toEqual([{ contentId: 'a@b', type: 'image/png', bytes: Buffer.from('xxx') }]);
  });

  it.each(['image/svg+xml', 'text/html', 'application/pdf'])('of the type %s are none', async (type) => {
    const images = new InlineImages();
    await add(images, 'a@b', 3, type);
    expect(images.all()).toEqual([]);
  });

  it('are at most 1 MiB each, and 5 MiB together', async () => {
    const images = new InlineImages();
    await add(images, 'large', MIB + 1);
    for (const id of ['1', '2', '3', '4', '5', '6']) await add(images, id, MIB);
    expect(idsOf(images)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are the first ones of their ids', async () => {
    const images = new InlineImages();
    await add(images, 'a', 3, 'image/png');
    await add(images, 'a', 3, 'image/gif');
    expect(images.all().map(({ type }) => type)).toEqual(['image/png']);
  });
});

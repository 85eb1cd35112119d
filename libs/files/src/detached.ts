import { Readable } from 'node:stream';

/**
 * The bytes of another stream, read no faster than they are taken. Destroying them leaves the source open; they do not end
 * with an error of the source. Not a `PassThrough`, which holds two more chunks of each of many uploads.
 */
export function detached(source: Readable): Readable {
  const bytes = new Readable({ highWaterMark: 0, read: () => void source.resume() });
  // The reader may have finished before they end with an error.
  bytes.on('error', () => undefined);
  source.on('end', () => bytes.push(null));
  source.on('data', (chunk) => {
    if (!bytes.destroyed && !bytes.push(chunk)) source.pause();
  });
  source.pause();
  return bytes;
}

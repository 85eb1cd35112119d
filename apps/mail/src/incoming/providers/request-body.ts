import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { malformed, Refusal } from './refusal.ts';

/** Bytes that a body has by its header, or may have without one. Throws `too_large` for more than `max`. */
export function announcedSize({ 'content-length': length }: IncomingHttpHeaders, max: number): number {
  if (length === undefined) return max;
  const size = Number(length);
  if (!(size <= max)) throw tooLarge(max);
  return size;
}

/** The bytes of a body, in memory. Throws `too_large` for more than `max`, and `malformed` if its client goes away. */
export async function readBody(stream: Readable, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    // A stream that is destroyed takes its connection along, and with it the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > max) throw tooLarge(max);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('The body of the request has not come in full.');
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, read);
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const tooLarge = (max: number): Refusal =>
  new Refusal(
    'too_large',
    `The request is larger than ${max < MIB ? `${Math.floor(max / KIB)} KiB` : `${Math.floor(max / MIB)} MiB`}.`,
  );

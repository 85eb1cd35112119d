import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type InputType } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodedTag, type Encoding } from './etags.ts';

/** A shorter response fits into one packet with its headers: nothing would arrive sooner. */
const LENGTH_MIN = 1024;
/** Up to here the event loop compresses by itself: 14 KiB take 0.06 ms there, and 0.2 ms of CPU by way of the thread pool. */
const LENGTH_SYNC_MAX = 32 * 1024;

/** Moderate levels: higher ones take up to ten times as long for 5 % less. A window of 256 KiB saves memory. */
const GZIP = { level: 6 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

const gzipInPool = promisify<InputType, object, Buffer>(gzip);
const brotliInPool = promisify<InputType, object, Buffer>(brotliCompress);

/** Compresses what is sent. @fastify/compress would make a stream of every payload, without its length, and keep a strong `ETag`. */
export function compressResponses(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    const encoding = reply.hasHeader('content-encoding') ? null : encodingOf(request, payload);
    if (encoding === null) {
      done(null, payload);
      return;
    }
    setEncoding(reply, encoding);
    const text = payload as string;
    if (text.length > LENGTH_SYNC_MAX) compress(text, encoding).then((bytes) => done(null, bytes), done);
    else done(null, encoding === 'gzip' ? gzipSync(text, GZIP) : brotliCompressSync(text, BROTLI));
  });
}

/** Compresses in the thread pool. */
export function compress(content: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip' ? gzipInPool(content, GZIP) : brotliInPool(content, BROTLI);
}

export function encodingOf(request: FastifyRequest, payload: unknown): Encoding | null {
  // The length in UTF-16 units is known without reading the text.
  return typeof payload === 'string' ? encodingFor(request, payload.length) : null;
}

/** The encoding in which content of this length is sent; `null` as it is. */
export function encodingFor({ headers }: FastifyRequest, length: number): Encoding | null {
  return length <= LENGTH_MIN ? null : acceptedEncoding(headers['accept-encoding']);
}

/** The headers of a compressed response: another representation, whose strong `ETag` has to differ (RFC 9110 section 8.8.3.3). */
export function setEncoding(reply: FastifyReply, encoding: Encoding): void {
  void reply.header('content-encoding', encoding);
  if (!reply.hasHeader('vary')) void reply.header('vary', 'Accept-Encoding');
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') void reply.header('etag', encodedTag(etag, encoding));
}

/** The encoding that a client prefers, br if it has no preference; `null` for none (RFC 9110 section 12.5.3). */
export function acceptedEncoding(accepted: string | string[] | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const weights = new Map<string, number>();
  for (const part of String(accepted).toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0);
  }
  const weightOf = (coding: Encoding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null;
}

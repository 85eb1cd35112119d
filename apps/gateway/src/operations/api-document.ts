import { operations, webhookEvents } from '@parley/contracts';
import { openApiDocument } from '@parley/openapi';
import type { FastifyInstance } from 'fastify';
import { compress, encodingOf, setEncoding } from '../http/compression.ts';
import { contentTag, type Encoding, matchingTag } from '../http/etags.ts';

/** Long enough for a page full of tools, short enough to learn of a new version soon; then the ETag decides. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Serves the OpenAPI document, made once: to anybody, within the limit of the address.
 * @param authUrl where users of OAuth apps are sent to.
 */
export function serveApiDocument(instance: FastifyInstance, authUrl: string): void {
  const body = JSON.stringify(openApiDocument(operations, webhookEvents, authUrl));
  const etag = contentTag(body);
  // Its 400 KiB are compressed once and not for everybody who asks.
  const compressed = new Map<Encoding, Promise<Buffer>>();
  instance.get('/openapi.json', { config: { open: 'limited' } }, async (request, reply) => {
    void reply.headers({ etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' });
    const encoding = encodingOf(request, body);
    if (encoding !== null) setEncoding(reply, encoding);
    const known = matchingTag(request.headers['if-none-match'], etag);
    if (known !== undefined) {
      if (known !== '*') void reply.header('etag', known);
      return reply.code(304).removeHeader('content-encoding').send();
    }
    void reply.type('application/json; charset=utf-8');
    if (encoding === null) return reply.send(body);
    const bytes = compressed.get(encoding) ?? compress(body, encoding);
    compressed.set(encoding, bytes);
    return reply.send(await bytes);
  });
}

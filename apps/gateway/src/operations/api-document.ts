import { operations, webhookEvents } from '@parley/contracts';
import { openApiDocument } from '@parley/openapi';
import type { FastifyInstance } from 'fastify';
import { contentTag, matchesEtag } from '../http/etags.ts';

/** Long enough for a page full of tools, short enough to learn of a new version soon; then the ETag decides. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Serves the OpenAPI document, made once: to anybody, within the limit of the address.
 * @param authUrl where users of OAuth apps are sent to.
 */
export function serveApiDocument(instance: FastifyInstance, authUrl: string): void {
  const body = JSON.stringify(openApiDocument(operations, webhookEvents, authUrl));
  const etag = contentTag(body);
  instance.get('/openapi.json', { config: { open: 'limited' } }, (request, reply) => {
    void reply.header('etag', etag).header('cache-control', CACHE_CONTROL);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

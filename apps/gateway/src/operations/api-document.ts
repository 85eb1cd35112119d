import { operations, webhookEvents } from '@parley/contracts';
import { openApiDocument, type Addresses } from '@parley/openapi';
import type { FastifyInstance } from 'fastify';
import { PublicResource } from '../http/public-resource.ts';

/** Serves the OpenAPI document, made once: to anybody, within the limit of the address. */
export function serveApiDocument(instance: FastifyInstance, addresses: Addresses): void {
  const document = new PublicResource({
    type: 'application/json; charset=utf-8',
    load: () => JSON.stringify(openApiDocument(operations, webhookEvents, addresses)),
  });
  instance.get('/openapi.json', { config: { open: 'limited' } }, (request, reply) =>
    document.send(request, reply),
  );
}

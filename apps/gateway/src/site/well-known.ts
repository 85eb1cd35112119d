import { ApiError, OAUTH_PATHS, resourceMetadataOf, serverMetadataOf } from '@parley/contracts';
import { basePathOf } from '@parley/runtime/config';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../gateway.config.ts';
import { PublicResource } from '../http/public-resource.ts';

const WELL_KNOWN = '/.well-known/';

/** The address of the metadata that a client without a token is told (RFC 9728 section 5.1). */
export const resourceMetadataUrl = (baseUrl: string): string =>
  new URL(baseUrl).origin + OAUTH_PATHS.resource + basePathOf(baseUrl);

/**
 * Serves what clients look for before they have a token: the metadata of the API (RFC 9728), and that of its authorization server
 * (RFC 8414), which is also served by that one. They are asked for within the limit of the address, whatever they look for.
 */
export function serveWellKnown(
  instance: FastifyInstance,
  { BASE_URL, AUTH_URL }: Pick<GatewayConfig, 'BASE_URL' | 'AUTH_URL'>,
): void {
  const resourceOf = (metadata: object) =>
    new PublicResource({ type: 'application/json; charset=utf-8', load: () => JSON.stringify(metadata) });
  const resources = new Map<string, PublicResource>([
    [OAUTH_PATHS.resource, resourceOf(resourceMetadataOf(AUTH_URL, BASE_URL))],
    [OAUTH_PATHS.metadata, resourceOf(serverMetadataOf(AUTH_URL, BASE_URL))],
  ]);
  // The well-known part precedes the path of {base_url} (RFC 9728 section 3.1); a proxy may or may not remove that path.
  const path = basePathOf(BASE_URL);
  instance.get(`${WELL_KNOWN}*`, { config: { open: 'limited' } }, (request, reply) => {
    const [asked = ''] = request.url.split('?', 1);
    const name = path !== '' && asked.endsWith(path) ? asked.slice(0, -path.length) : asked;
    const found = resources.get(name);
    if (found === undefined) throw new ApiError('not_found', { message: 'No such document.' });
    return found.send(request, reply);
  });
}

import { ApiError, OAUTH_PATHS, resourceMetadataOf, serverMetadataOf } from '@parley/contracts';
import { basePathOf } from '@parley/runtime/config';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../gateway.config.ts';
import { PublicResource } from '../http/public-resource.ts';

const WELL_KNOWN = '/.well-known/';

/** The path of the MCP endpoint below {base_url}. */
export const MCP_PATH = '/mcp';

/** The address of the metadata that a client without a token is told (RFC 9728 section 5.1). */
export const resourceMetadataUrl = (baseUrl: string): string =>
  new URL(baseUrl).origin + OAUTH_PATHS.resource + basePathOf(baseUrl);

/** The same for the MCP endpoint. */
export const mcpMetadataUrl = (baseUrl: string): string => resourceMetadataUrl(baseUrl) + MCP_PATH;

/**
 * Metadata of the MCP endpoint. It has no scopes: hosts ask for all that are listed, and an app that is registered with fewer would be
 * refused. A request without `scope` asks for those of the app.
 */
function mcpMetadataOf(authUrl: string, baseUrl: string): object {
  const { scopes_supported: _, ...metadata } = resourceMetadataOf(authUrl, baseUrl);
  return { ...metadata, resource: baseUrl + MCP_PATH, resource_name: 'Parley' };
}

/**
 * Serves what clients look for before they have a token: the metadata of the API and of the MCP endpoint (RFC 9728), and that of their
 * authorization server (RFC 8414), which is also served by that one. They are asked for within the limit of the address, whatever
 * they look for.
 */
export function serveWellKnown(
  instance: FastifyInstance,
  { BASE_URL, AUTH_URL }: Pick<GatewayConfig, 'BASE_URL' | 'AUTH_URL'>,
): void {
  // The well-known part precedes the path of {base_url} (RFC 9728 section 3.1); a proxy may or may not remove that path.
  const path = basePathOf(BASE_URL);
  const resources = new Map<string, PublicResource>();
  const serve = (name: string, below: string, metadata: object) => {
    const load = () => JSON.stringify(metadata);
    const resource = new PublicResource({ type: 'application/json; charset=utf-8', load });
    for (const base of ['', path]) resources.set(name + base + below, resource);
  };
  serve(OAUTH_PATHS.resource, '', resourceMetadataOf(AUTH_URL, BASE_URL));
  serve(OAUTH_PATHS.resource, MCP_PATH, mcpMetadataOf(AUTH_URL, BASE_URL));
  serve(OAUTH_PATHS.metadata, '', serverMetadataOf(AUTH_URL, BASE_URL));
  instance.get(`${WELL_KNOWN}*`, { config: { open: 'limited' } }, (request, reply) => {
    const [asked = ''] = request.url.split('?', 1);
    const found = resources.get(asked);
    if (found === undefined) throw new ApiError('not_found', { message: 'No such document.' });
    return found.send(request, reply);
  });
}

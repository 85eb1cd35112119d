import { SCOPES } from '../scope.ts';
import { OAUTH_PATHS } from './oauth.calls.ts';
import type { OAuthServerMetadata, ProtectedResourceMetadata } from './oauth.metadata.ts';

const SECRET = ['client_secret_basic', 'client_secret_post'];
/** `none` is for public clients. */
const SECRET_OR_NONE = [...SECRET, 'none'];

/** Authorization server metadata (RFC 8414). */
export function serverMetadataOf(authUrl: string, baseUrl: string): OAuthServerMetadata {
  return {
    issuer: authUrl,
    authorization_endpoint: authUrl + OAUTH_PATHS.authorize,
    token_endpoint: baseUrl + OAUTH_PATHS.token,
    revocation_endpoint: baseUrl + OAUTH_PATHS.revoke,
    introspection_endpoint: baseUrl + OAUTH_PATHS.introspect,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: SECRET_OR_NONE,
    revocation_endpoint_auth_methods_supported: SECRET_OR_NONE,
    introspection_endpoint_auth_methods_supported: SECRET,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/openapi.json`,
  };
}

/** Whether a token of this installation is for a resource (RFC 8707): all are for the one API, and for what is below its URL. */
export function isOurResource(resource: string, baseUrl: string): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  // Parsed, a path that leads out by `..` shows where it leads.
  return withSlash(resource).startsWith(withSlash(baseUrl));
}

const withSlash = (url: string): string => new URL(url).href.replace(/\/?$/, '/');

/** Protected resource metadata (RFC 9728): where clients of the API get tokens. */
export function resourceMetadataOf(authUrl: string, baseUrl: string): ProtectedResourceMetadata {
  return {
    resource: baseUrl,
    authorization_servers: [authUrl],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/docs`,
  };
}

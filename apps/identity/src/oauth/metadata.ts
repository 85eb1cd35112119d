import { OAUTH_PATHS, SCOPES } from '@parley/contracts';

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post'];

/** Authorization server metadata (RFC 8414). */
export function metadataOf(authUrl: string, baseUrl: string): Record<string, unknown> {
  return {
    issuer: authUrl,
    authorization_endpoint: authUrl + OAUTH_PATHS.authorize,
    token_endpoint: baseUrl + OAUTH_PATHS.token,
    revocation_endpoint: baseUrl + OAUTH_PATHS.revoke,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/openapi.json`,
  };
}

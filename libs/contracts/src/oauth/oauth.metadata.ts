import { z } from 'zod';
import { component } from '../documented.ts';

const url = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const list = (description: string, example: string) =>
  z.array(z.string().meta({ examples: [example] })).describe(description);
const METHODS = 'How clients authenticate at the';

/** Authorization server metadata (RFC 8414). */
export const OAuthServerMetadata = component(
  'OAuthServerMetadata',
  'Metadata of the authorization server (RFC 8414)',
  {
    issuer: url('Identifier of the authorization server', 'http://localhost:3001'),
    authorization_endpoint: url('URL of the consent page', 'http://localhost:3001/oauth/authorize'),
    token_endpoint: url('URL of the token endpoint', 'http://localhost:3000/oauth/token'),
    revocation_endpoint: url('URL of the revocation endpoint', 'http://localhost:3000/oauth/revoke'),
    introspection_endpoint: url(
      'URL of the introspection endpoint',
      'http://localhost:3000/oauth/introspect',
    ),
    scopes_supported: list('Scopes', 'tickets:read'),
    response_types_supported: list('Response types', 'code'),
    response_modes_supported: list('Response modes', 'query'),
    grant_types_supported: list('Grant types', 'authorization_code'),
    token_endpoint_auth_methods_supported: list(`${METHODS} token endpoint`, 'client_secret_basic'),
    revocation_endpoint_auth_methods_supported: list(`${METHODS} revocation endpoint`, 'client_secret_basic'),
    introspection_endpoint_auth_methods_supported: list(
      `${METHODS} introspection endpoint`,
      'client_secret_basic',
    ),
    code_challenge_methods_supported: list('PKCE methods', 'S256'),
    authorization_response_iss_parameter_supported: z
      .boolean()
      .describe('Whether redirects contain `iss` (RFC 9207)'),
    service_documentation: url('URL of the documentation', 'http://localhost:3000/openapi.json'),
  },
);
export type OAuthServerMetadata = z.output<typeof OAuthServerMetadata>;

/** Protected resource metadata (RFC 9728). */
export const ProtectedResourceMetadata = component(
  'ProtectedResourceMetadata',
  'Metadata of the API as a resource that OAuth protects (RFC 9728)',
  {
    resource: url('URL of the API', 'http://localhost:3000'),
    authorization_servers: list('Identifiers of the authorization servers', 'http://localhost:3001'),
    scopes_supported: list('Scopes', 'tickets:read'),
    bearer_methods_supported: list('How requests carry a token', 'header'),
    resource_documentation: url('URL of the documentation', 'http://localhost:3000/docs'),
  },
);
export type ProtectedResourceMetadata = z.output<typeof ProtectedResourceMetadata>;

import { OAUTH_PATHS, OAuthServerMetadata, SCOPES } from '@parley/contracts';
import type { Schemas } from './schemas.ts';
import type { OperationObject, Parameter, PathItem } from './types.ts';

const parameter = (name: string, required: boolean, description: string, example: string): Parameter => ({
  name,
  in: 'query',
  description,
  required,
  schema: { type: 'string' },
  example,
});

const PARAMETERS: readonly Parameter[] = [
  parameter('response_type', true, 'Always `code`', 'code'),
  parameter('client_id', true, 'Id of the app', 'app_01h2xcejqtf2nbrexx3vqjhp41'),
  parameter('redirect_uri', true, 'A redirect URI of the app', 'https://app.example/callback'),
  parameter(
    'scope',
    false,
    'Scopes, separated by spaces; those of the app by default',
    SCOPES.slice(4, 6).join(' '),
  ),
  parameter('state', false, 'Opaque value that the redirect repeats', 'af0ifjsldkj'),
  parameter(
    'code_challenge',
    false,
    'PKCE challenge (RFC 7636): base64url of the SHA-256 of the verifier; required for public clients',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  parameter('code_challenge_method', false, '`S256`; required with `code_challenge`', 'S256'),
  parameter('prompt', false, '`consent` asks the user again for a consent that was given before', 'consent'),
];

const authorize = {
  operationId: 'authorize',
  summary: 'Ask a user for consent',
  description:
    'A page for the browser of the user, who signs in and approves or denies. The browser is then redirected to ' +
    '`redirect_uri` with `code` or `error` (RFC 6749 section 4.1.2), `state` and `iss` (RFC 9207).',
  tags: ['OAuth'],
  security: [],
  parameters: [...PARAMETERS],
  responses: {
    '200': {
      description: 'Sign-in or consent page',
      content: { 'text/html': { schema: { type: 'string', description: 'HTML page' } } },
    },
    '302': {
      description: 'Redirect to `redirect_uri`, if the user need not be asked or the request is invalid',
    },
    '303': { description: 'Redirect to the next page' },
    '400': {
      description: 'Page for the user: the app or its redirect URI is unknown',
      content: { 'text/html': { schema: { type: 'string', description: 'HTML page' } } },
    },
  },
} satisfies OperationObject;

/** What the authorization server of {auth_url} answers. */
export function authorizationPaths(authUrl: string, schemas: Schemas): Record<string, PathItem> {
  const servers = [{ url: authUrl, description: 'Authorization server' }];
  const metadata: OperationObject = {
    operationId: 'getOAuthServerMetadata',
    summary: 'Retrieve the metadata of the authorization server',
    description:
      'Addresses and features of the OAuth endpoints (RFC 8414), from which libraries configure themselves.',
    tags: ['OAuth'],
    security: [],
    servers,
    parameters: [],
    responses: {
      '200': {
        description: 'Success',
        content: { 'application/json': { schema: schemas.of(OAuthServerMetadata, 'output') } },
      },
    },
  };
  return {
    [OAUTH_PATHS.authorize]: { get: { ...authorize, servers } },
    [OAUTH_PATHS.metadata]: { get: metadata },
  };
}

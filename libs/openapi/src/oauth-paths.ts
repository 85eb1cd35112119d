import {
  IntrospectionResponse,
  OAUTH_ERRORS,
  OAUTH_PATHS,
  OAuthError,
  OAuthServerMetadata,
  oauthRequest,
  SCOPES,
  TokenResponse,
  type OAuthEndpoint,
} from '@parley/contracts';
import type { z } from 'zod';
import { exampleOf } from './example.ts';
import { RESPONSE_HEADERS, textParameter } from './headers.ts';
import { pascal } from './resources.ts';
import type { Schemas } from './schemas.ts';
import type { JsonSchema, OperationObject, PathItem, Response } from './types.ts';

type Described = Pick<OperationObject, 'operationId' | 'summary' | 'description'>;

const BODY = 'The body is a form or JSON of at most 16 KiB. Unknown parameters are ignored.';
const SECRET = 'The app authenticates by HTTP Basic, or by `client_id` and `client_secret` in the body.';
const CREDENTIALS = `${SECRET} A public client sends \`client_id\` only. ${BODY}`;

const ENDPOINTS: Readonly<Record<OAuthEndpoint, Described>> = {
  token: {
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token',
    description: `Returns an access token and a refresh token for an authorization code or a refresh token. ${CREDENTIALS}`,
  },
  revoke: {
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    description:
      'A refresh token ends the grant with all its tokens, an access token only itself. Returns 200 also for a token that ' +
      `is unknown or already revoked. ${CREDENTIALS}`,
  },
  introspect: {
    operationId: 'introspectToken',
    summary: 'Retrieve the state of a token',
    description:
      'Only tokens that were issued to the app are active. Use it where one part of an app receives tokens from another. ' +
      `Public clients cannot use it. ${SECRET} ${BODY}`,
  },
};

/** The body of a successful response; that of a revocation is empty. */
const RESULTS: Readonly<Record<OAuthEndpoint, z.ZodType | null>> = {
  token: TokenResponse,
  revoke: null,
  introspect: IntrospectionResponse,
};

/** The OAuth endpoints of the API. Their errors have the form of RFC 6749. */
export function oauthPaths(schemas: Schemas): Record<string, PathItem> {
  return Object.fromEntries(
    (Object.keys(ENDPOINTS) as OAuthEndpoint[]).map((endpoint) => [
      OAUTH_PATHS[endpoint],
      { post: endpointObject(endpoint, schemas) },
    ]),
  );
}

function endpointObject(endpoint: OAuthEndpoint, schemas: Schemas): OperationObject {
  const described = ENDPOINTS[endpoint];
  const description = `Parameters of \`${described.operationId}\``;
  const schema = schemas.named(
    pascal(`${endpoint}_request`),
    schemas.of(oauthRequest(endpoint), 'input'),
    description,
  );
  const media = { schema, example: exampleOf(schema, schemas) };
  const response = RESULTS[endpoint];
  const result: JsonSchema =
    response === null ? { type: 'object', description: 'Empty' } : schemas.of(response, 'output');
  return {
    ...described,
    tags: ['OAuth'],
    security: [],
    parameters: [],
    requestBody: {
      description,
      required: true,
      content: { 'application/x-www-form-urlencoded': media, 'application/json': media },
    },
    responses: { '200': responseOf(200, 'Success', result), ...errorsOf(schemas) },
  };
}

function errorsOf(schemas: Schemas): Record<string, Response> {
  const schema = schemas.of(OAuthError, 'output');
  const statuses = [...new Set(Object.values(OAUTH_ERRORS))].sort((a, b) => a - b);
  const errors = statuses.map((status) => {
    const codes = Object.entries(OAUTH_ERRORS).filter(([, own]) => own === status);
    const names = codes.map(([code]) => `\`${code}\``).join(', ');
    return [String(status), responseOf(status, `Error: ${names}`, schema)] as const;
  });
  const other = responseOf(405, 'The method is not POST', schema);
  const allow = { description: 'The allowed method', schema: { type: 'string' }, example: 'POST' };
  return {
    ...Object.fromEntries<Response>(errors),
    '405': { ...other, headers: { ...other.headers, Allow: allow } },
  };
}

function responseOf(status: number, description: string, schema: JsonSchema): Response {
  return { description, headers: headersOf(status), content: { 'application/json': { schema } } };
}

function headersOf(status: number): NonNullable<Response['headers']> {
  const sent = status === 429 || status === 503 ? /^X-R|^Retry-After$/ : /^X-R/;
  const names = RESPONSE_HEADERS.map(({ name }) => name).filter((name) => sent.test(name));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const pageOf = (status: number, description: string): Response => ({
  description,
  headers: headersOf(status),
  content: { 'text/html': { schema: { type: 'string', description: 'HTML page' } } },
});
const redirectOf = (status: number, description: string): Response => ({
  description,
  headers: headersOf(status),
});
/** What every request to the authorization server can come to. */
const PAGES_OF_REFUSAL = {
  '429': pageOf(429, 'Page for the user: too many requests from the address'),
  '500': pageOf(500, 'Page for the user: an internal error'),
  '503': pageOf(503, 'Page for the user: temporarily unavailable'),
};

const authorize = {
  operationId: 'authorize',
  summary: 'Ask a user for consent',
  description:
    'A page for the browser of the user, who signs in and approves or denies. The browser is then redirected to ' +
    '`redirect_uri` with `code` or `error` (RFC 6749 section 4.1.2), `state` and `iss` (RFC 9207).',
  tags: ['OAuth'],
  security: [],
  parameters: [
    textParameter('query', true, 'response_type', 'Always `code`', 'code'),
    textParameter('query', true, 'client_id', 'Id of the app', 'app_01h2xcejqtf2nbrexx3vqjhp41'),
    textParameter('query', true, 'redirect_uri', 'A redirect URI of the app', 'https://app.example/callback'),
    textParameter(
      'query',
      false,
      'scope',
      'Scopes, separated by spaces; those of the app by default',
      SCOPES.slice(4, 6).join(' '),
    ),
    textParameter('query', false, 'state', 'Opaque value that the redirect repeats', 'af0ifjsldkj'),
    textParameter(
      'query',
      false,
      'code_challenge',
      'PKCE challenge (RFC 7636): base64url of the SHA-256 of the verifier; required for public clients',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ),
    textParameter('query', false, 'code_challenge_method', '`S256`; required with `code_challenge`', 'S256'),
    textParameter(
      'query',
      false,
      'resource',
      'Resource that the token is for (RFC 8707): the URL of the API, or one below it. There is no other, so it may be left out',
      'http://localhost:3000',
    ),
    textParameter(
      'query',
      false,
      'prompt',
      '`consent` asks the user again for a consent that was given before',
      'consent',
    ),
  ],
  responses: {
    '200': pageOf(200, 'Sign-in or consent page'),
    '302': redirectOf(
      302,
      'Redirect to `redirect_uri`, if the user need not be asked or the request is invalid',
    ),
    '303': redirectOf(303, 'Redirect to the next page'),
    '400': pageOf(400, 'Page for the user: the app or its redirect URI is unknown'),
    ...PAGES_OF_REFUSAL,
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
      '200': responseOf(200, 'Success', schemas.of(OAuthServerMetadata, 'output')),
      ...PAGES_OF_REFUSAL,
    },
  };
  return {
    [OAUTH_PATHS.authorize]: { get: { ...authorize, servers } },
    [OAUTH_PATHS.metadata]: { get: metadata },
  };
}

import { z } from 'zod';
import { component, integer, optionalString, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineCall } from '../call.ts';
import { Mode } from '../schema.ts';

/** `metadata` and `authorize` are at {auth_url}, the others at {base_url}. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
} as const;

/** Error codes of the endpoints (RFC 6749 section 5.2, RFC 7009 section 2.2.1, RFC 8707 section 2), and their status. */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  slow_down: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

export const OAuthError = component('OAuthError', 'Error of an OAuth endpoint', {
  error: z
    .enum(Object.keys(OAUTH_ERRORS) as [OAuthErrorCode, ...OAuthErrorCode[]])
    .describe('Error code of RFC 6749'),
  error_description: string('Human-readable message', 'The code is invalid or expired.'),
});
export type OAuthError = z.output<typeof OAuthError>;

export const TokenResponse = component('TokenResponse', 'Tokens of a grant', {
  access_token: string('Access token for the API', 'at_Ab12FhK0sWpOq3nYd8uRzT6vLmXc1BeGjNi9Q4aSt7wE'),
  token_type: z.literal('Bearer').describe('How the access token is sent'),
  expires_in: integer('Lifetime of the access token in seconds', 3600),
  refresh_token: string(
    'Refresh token that replaces the previous one, which stays valid until this one is used: a request whose ' +
      'response was lost can be repeated',
    'rt_Ab12Zx9mQw3eRt5yUi7oPa1sDf4gHj6kLc8vBn2MX0Kd',
  ),
  scope: string('Granted scopes, separated by spaces', 'tickets:read tickets:write'),
});
export type TokenResponse = z.output<typeof TokenResponse>;

/** The state of a token for its app (RFC 7662 section 2.2). */
export const IntrospectionResponse = component('IntrospectionResponse', 'State of a token', {
  active: z
    .boolean()
    .describe(
      'Whether the token is valid at present. If false, no other field is present: the token is unknown, expired, ' +
        'revoked or of another app.',
    ),
  scope: optionalString(
    'Scopes that the token has at present, separated by spaces',
    'tickets:read tickets:write',
  ),
  client_id: idOf('app').optional().describe('Id of the app'),
  token_type: z
    .literal('Bearer')
    .optional()
    .describe('How an access token is sent; absent for a refresh token'),
  exp: z
    .int()
    .optional()
    .meta({ description: 'Time of expiry in UNIX seconds', examples: [1795417200] }),
  iat: z
    .int()
    .optional()
    .meta({ description: 'Time of issue in UNIX seconds', examples: [1795413600] }),
  sub: idOf('user').optional().describe('Id of the user whom the token acts as'),
  username: optionalString('E-mail address of the user', 'kim@example.com'),
  iss: optionalString('Issuer of the token', 'http://localhost:3001'),
  aud: optionalString('Resource that the token is for: the URL of the API', 'http://localhost:3000'),
  workspace_id: idOf('workspace').optional().describe('Id of the workspace'),
  mode: Mode.optional(),
});
export type IntrospectionResponse = z.output<typeof IntrospectionResponse>;

/** Parameters of the endpoints, besides the client credentials. */
export const OAUTH_PARAMETERS = {
  token: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope', 'resource'],
  revoke: ['token', 'token_type_hint'],
  introspect: ['token', 'token_type_hint'],
} as const;

export type OAuthEndpoint = keyof typeof OAUTH_PARAMETERS;
type OAuthParameter = (typeof OAUTH_PARAMETERS)[OAuthEndpoint][number];

const parameter = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });

/** All parameters are optional text: identity validates them and reports OAuth errors. */
const PARAMETERS: Readonly<Record<OAuthParameter, ReturnType<typeof parameter>>> = {
  grant_type: parameter('`authorization_code` or `refresh_token`', 'authorization_code'),
  code: parameter(
    'Authorization code, valid once and for a minute',
    'ac_Ab12Yt4rEw6qAs8dFg1hJk3lZx5cVb7nMo9uIp2OX0Kd',
  ),
  redirect_uri: parameter('The same as in the authorization request', 'https://app.example/callback'),
  code_verifier: parameter(
    'Verifier of the PKCE challenge, if there was one',
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ),
  refresh_token: parameter('Refresh token', 'rt_Ab12Zx9mQw3eRt5yUi7oPa1sDf4gHj6kLc8vBn2MX0Kd'),
  scope: parameter('Scopes of the new access token, separated by spaces; by default all', 'tickets:read'),
  resource: parameter(
    'Resource that the token is for (RFC 8707): the URL of the API, or one below it. There is no other, so it may be left out',
    'http://localhost:3000',
  ),
  token: parameter('Access token or refresh token', 'rt_Ab12Zx9mQw3eRt5yUi7oPa1sDf4gHj6kLc8vBn2MX0Kd'),
  token_type_hint: parameter('Ignored: the token itself says what it is', 'refresh_token'),
};

/** The fields of a request to an endpoint, as the API document shows them: those of a form or of a JSON object. */
export function oauthRequest(endpoint: OAuthEndpoint): z.ZodType {
  const own = OAUTH_PARAMETERS[endpoint].map((name) => [name, PARAMETERS[name]] as const);
  return z.object({
    ...Object.fromEntries(own),
    client_id: parameter('Id of the app, unless sent by HTTP Basic', 'app_01h2xcejqtf2nbrexx3vqjhp41'),
    client_secret: parameter('Secret of a confidential client, unless sent by HTTP Basic', 'cs_…'),
  });
}

const OAuthParameters = z.object(PARAMETERS);
export type OAuthParameters = z.output<typeof OAuthParameters>;

const ClientRequest = z.object({
  /** Client credentials, or `null` if none were sent. A public client has no secret. */
  client: z.object({ id: z.string(), secret: z.string().nullable() }).nullable(),
  parameters: OAuthParameters,
});
export type ClientRequest = z.output<typeof ClientRequest>;

export const exchangeToken = defineCall({
  id: 'oauth.token',
  summary: 'Exchange an authorization code or a refresh token',
  input: ClientRequest,
  output: z.union([TokenResponse, OAuthError]),
});

export const revokeToken = defineCall({
  id: 'oauth.revoke',
  summary: 'Revoke a token',
  input: ClientRequest,
  output: z.union([OAuthError, z.object({})]),
});

export const introspectToken = defineCall({
  id: 'oauth.introspect',
  summary: 'Retrieve the state of a token of the app',
  input: ClientRequest,
  output: z.union([OAuthError, IntrospectionResponse]),
});

import { z } from 'zod';
import { defineCall } from '../operation.ts';

/** `metadata` and `authorize` are at {auth_url}, the others at {base_url}. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

/** Error codes of the token and revocation endpoints (RFC 6749 section 5.2, RFC 7009 section 2.2.1), and their status. */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  slow_down: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

const OAuthError = z.object({
  error: z.enum(Object.keys(OAUTH_ERRORS) as [OAuthErrorCode, ...OAuthErrorCode[]]),
  error_description: z.string(),
});
export type OAuthError = z.output<typeof OAuthError>;

const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Lifetime of the access token in seconds. */
  expires_in: z.int(),
  /** The previous one stays valid until this one is used, so a request can be repeated if its response was lost. */
  refresh_token: z.string(),
  /** Separated by spaces. */
  scope: z.string(),
});
export type TokenResponse = z.output<typeof TokenResponse>;

/** Parameters of the endpoints, besides the client credentials. */
export const OAUTH_PARAMETERS = {
  token: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'],
  revoke: ['token', 'token_type_hint'],
} as const;

type OAuthParameter = (typeof OAUTH_PARAMETERS)['token' | 'revoke'][number];

const parameter = z.string().optional();
/** All parameters as optional text; identity validates them and reports OAuth errors. */
const OAuthParameters = z.object(
  Object.fromEntries(
    Object.values(OAUTH_PARAMETERS).flatMap((names) => names.map((name) => [name, parameter])),
  ) as Record<OAuthParameter, typeof parameter>,
);
export type OAuthParameters = z.output<typeof OAuthParameters>;

const ClientRequest = z.object({
  /** Client credentials, or `null` if none were sent. */
  client: z.object({ id: z.string(), secret: z.string() }).nullable(),
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

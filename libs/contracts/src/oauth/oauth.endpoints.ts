import { z } from 'zod';
import type { Route } from '../operation.ts';
import { SCOPES } from '../scope.ts';

/** Error codes of the token and revocation endpoints (RFC 6749 section 5.2, RFC 7009 section 2.2.1). */
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

const codes = Object.keys(OAUTH_ERRORS) as [OAuthErrorCode, ...OAuthErrorCode[]];

export const OAuthError = z
  .object({
    error: z.enum(codes).meta({ description: 'Machine-readable error code' }),
    error_description: z.string().meta({
      description: 'Human-readable message',
      examples: ['The code is unknown, used or expired.'],
    }),
  })
  .meta({ id: 'OAuthError', description: 'Error of an OAuth endpoint (RFC 6749 section 5.2)' });
export type OAuthError = z.output<typeof OAuthError>;

const client = {
  client_id: z
    .string()
    .meta({ description: 'Client ID of the app', examples: ['app_01h2xcejqtf2nbrexx3vqjhp41'] }),
  client_secret: z.string().meta({ description: 'Client secret; HTTP Basic is an alternative for both' }),
};

export const TokenRequest = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token']).meta({ description: 'Type of grant' }),
    code: z.string().meta({ description: 'Authorization code, for `authorization_code`' }),
    redirect_uri: z
      .string()
      .meta({ description: 'Redirect URI that received the code, for `authorization_code`' }),
    code_verifier: z.string().meta({
      description: 'PKCE verifier, required if the authorization request had a `code_challenge` (RFC 7636)',
    }),
    refresh_token: z.string().meta({ description: 'Latest refresh token, for `refresh_token`' }),
    scope: z
      .string()
      .meta({ description: 'Subset of the granted scopes, for `refresh_token`', examples: [SCOPES[0]] }),
    ...client,
  })
  .partial()
  .required({ grant_type: true })
  .meta({ id: 'TokenRequest', description: 'A code or a refresh token to exchange for tokens' });

export const TokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'Access token', examples: ['at_…'] }),
    token_type: z.literal('Bearer').meta({ description: 'Token type' }),
    expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds', examples: [3600] }),
    refresh_token: z.string().meta({
      description:
        'Refresh token, replaced on every refresh. The previous one stays valid until the new one is used, so a request ' +
        'can be repeated if its response was lost',
      examples: ['rt_…'],
    }),
    scope: z.string().meta({
      description: 'Scopes of the access token, separated by spaces',
      examples: ['tickets:read tickets:write'],
    }),
  })
  .meta({ id: 'TokenResponse', description: 'An access token and a refresh token' });
export type TokenResponse = z.output<typeof TokenResponse>;

export const RevocationRequest = z
  .object({
    token: z
      .string()
      .meta({ description: 'Access token, or refresh token to revoke all tokens of its grant' }),
    token_type_hint: z
      .string()
      .optional()
      .meta({ description: 'Ignored, because the token format shows its type' }),
    ...z.object(client).partial().shape,
  })
  .meta({ id: 'RevocationRequest', description: 'A token to revoke' });

export const RevocationResponse = z
  .object({})
  .meta({ id: 'RevocationResponse', description: 'Empty response; the token is not valid' });

/** An endpoint at {base_url} that follows RFC 6749 instead of the envelope of /v1. Accepts JSON and forms. */
export interface OAuthEndpoint {
  readonly kind: 'oauth_endpoint';
  readonly id: string;
  readonly route: Route;
  readonly summary: string;
  readonly description: string;
  readonly body: z.ZodObject;
  readonly response: z.ZodType;
  readonly errors: readonly OAuthErrorCode[];
}

const COMMON_ERRORS: readonly OAuthErrorCode[] = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'slow_down',
  'server_error',
  'temporarily_unavailable',
];

export const tokenEndpoint: OAuthEndpoint = {
  kind: 'oauth_endpoint',
  id: 'oauth.token',
  route: 'POST /oauth/token',
  summary: 'Exchange a code or a refresh token for tokens',
  description:
    'A code can be used once within a minute; a second use revokes the tokens of the first. Accepts JSON or a form, with ' +
    'client credentials in the body or as HTTP Basic.',
  body: TokenRequest,
  response: TokenResponse,
  errors: [...COMMON_ERRORS, 'invalid_scope', 'unsupported_grant_type'],
};

export const revocationEndpoint: OAuthEndpoint = {
  kind: 'oauth_endpoint',
  id: 'oauth.revoke',
  route: 'POST /oauth/revoke',
  summary: 'Revoke a token',
  description:
    'Revoking a refresh token revokes all tokens of its grant. Returns 200 for unknown and expired tokens too, and ' +
    '`invalid_grant` for a token of another app.',
  body: RevocationRequest,
  response: RevocationResponse,
  errors: COMMON_ERRORS,
};

export const oauthEndpoints: readonly OAuthEndpoint[] = [tokenEndpoint, revocationEndpoint];

/** `metadata` and `authorize` are at {auth_url}, the others at {base_url}. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

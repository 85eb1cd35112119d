import { z } from 'zod';
import type { Route } from '../operation.ts';
import { SCOPES } from '../scope.ts';

/** What `error` may be at the token and revocation endpoints (RFC 6749 section 5.2, RFC 7009 section 2.2.1). */
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
    error: z.enum(codes).meta({ description: 'What is wrong, for programs' }),
    error_description: z.string().meta({
      description: 'What is wrong, for developers',
      examples: ['The code is unknown, used or expired.'],
    }),
  })
  .meta({ id: 'OAuthError', description: 'The error of an OAuth endpoint (RFC 6749 section 5.2)' });
export type OAuthError = z.output<typeof OAuthError>;

const client = {
  client_id: z
    .string()
    .meta({ description: 'Client ID of the app', examples: ['app_01h2xcejqtf2nbrexx3vqjhp41'] }),
  client_secret: z.string().meta({ description: 'Client secret; or use HTTP Basic for both' }),
};

export const TokenRequest = z
  .object({
    grant_type: z
      .enum(['authorization_code', 'refresh_token'])
      .meta({ description: 'What is given for tokens' }),
    code: z.string().meta({ description: 'With authorization_code: the code' }),
    redirect_uri: z
      .string()
      .meta({ description: 'With authorization_code: the redirect URI to which the code was sent' }),
    code_verifier: z
      .string()
      .meta({ description: 'With authorization_code: where the request had a code_challenge (RFC 7636)' }),
    refresh_token: z.string().meta({ description: 'With refresh_token: the newest refresh token' }),
    scope: z
      .string()
      .meta({ description: 'With refresh_token: fewer scopes for this access token', examples: [SCOPES[0]] }),
    ...client,
  })
  .partial()
  .required({ grant_type: true })
  .meta({ id: 'TokenRequest', description: 'A code or a refresh token, to be exchanged for tokens' });

export const TokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'Authenticates requests as the user', examples: ['at_…'] }),
    token_type: z.literal('Bearer').meta({ description: 'How it is sent' }),
    expires_in: z.int().meta({ description: 'Seconds that the access token lives', examples: [3600] }),
    refresh_token: z.string().meta({
      description:
        'Obtains the next access token. It is a new one each time; the one before stays good until this one is used, ' +
        'so a request whose answer was lost can be repeated',
      examples: ['rt_…'],
    }),
    scope: z.string().meta({
      description: 'The scopes of the access token, separated by spaces',
      examples: ['tickets:read tickets:write'],
    }),
  })
  .meta({ id: 'TokenResponse', description: 'An access token, and what obtains the next one' });
export type TokenResponse = z.output<typeof TokenResponse>;

export const RevocationRequest = z
  .object({
    token: z
      .string()
      .meta({ description: 'An access token, or a refresh token: then all tokens of its grant' }),
    token_type_hint: z.string().optional().meta({ description: 'Not needed: a token shows what it is' }),
    ...z.object(client).partial().shape,
  })
  .meta({ id: 'RevocationRequest', description: 'A token that is to end' });

export const RevocationResponse = z
  .object({})
  .meta({ id: 'RevocationResponse', description: 'The token is dead, whatever it was before' });

/** An endpoint at {base_url} that speaks RFC 6749 and not the envelope of /v1. Takes JSON and forms. */
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

const EVERY: readonly OAuthErrorCode[] = [
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
    'A code is good once, for a minute; a second use revokes what the first one obtained. Body: JSON or a form. Client ' +
    'credentials: in the body or HTTP Basic.',
  body: TokenRequest,
  response: TokenResponse,
  errors: [...EVERY, 'invalid_scope', 'unsupported_grant_type'],
};

export const revocationEndpoint: OAuthEndpoint = {
  kind: 'oauth_endpoint',
  id: 'oauth.revoke',
  route: 'POST /oauth/revoke',
  summary: 'Revoke a token',
  description:
    'An access token ends alone, a refresh token with all tokens of its grant. Also 200 for a token that is unknown or ' +
    'dead already; `invalid_grant`, and nothing happens, for a token of another app.',
  body: RevocationRequest,
  response: RevocationResponse,
  errors: EVERY,
};

export const oauthEndpoints: readonly OAuthEndpoint[] = [tokenEndpoint, revocationEndpoint];

/** Where the authorization server is found: the first two below {auth_url}, the others below {base_url}. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

import { isOurResource } from '@parley/contracts';
import type { ConsentRequestRow, OAuthAppRow } from './oauth.entities.ts';
import { challengeError } from './pkce.rules.ts';
import { isRegistered } from './redirect-uri.rules.ts';
import { isSubset, parseScopes } from './scope.rules.ts';

export type AuthorizingApp = Pick<OAuthAppRow, 'redirect_uris' | 'scopes' | 'client_type'>;

export type AuthorizationRequest = Pick<ConsentRequestRow, 'redirect_uri' | 'scopes' | 'state' | 'challenge'>;

/** The authorization response for the app, sent through the browser (RFC 6749 section 4.1.2). */
export type AuthorizationResponse = Pick<AuthorizationRequest, 'redirect_uri' | 'state'> &
  ({ code: string } | { error: AuthorizeErrorCode; error_description: string });

export type AuthorizeErrorCode =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied';

export type AuthorizeDecision =
  /** `alwaysAsk`: the app wants the user to be asked even if the user has given consent before (`prompt=consent`). */
  | { kind: 'ask'; request: AuthorizationRequest; alwaysAsk: boolean }
  | { kind: 'redirect'; response: AuthorizationResponse }
  /** An error for the user: without a trusted redirect URI there is no redirect (RFC 6749 section 4.1.2.1). */
  | { kind: 'page'; message: string };

export const OTHER_RESOURCE = 'resource must be the URL of the API.';
const STATE_BYTES_MAX = 2048;
/** Must not be repeated; unknown parameters are ignored. */
const SINGLE_PARAMETERS = [
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
];

/** The client of a request; `null` when it names none or several. */
export function clientIdOf(query: URLSearchParams): string | null {
  const ids = query.getAll('client_id');
  return ids.length === 1 && ids[0] !== '' ? (ids[0] ?? null) : null;
}

/**
 * Validates an authorization request for the API at `baseUrl` (auth.md sections 2.2 and 2.3). Errors go to the app once its
 * redirect URI has matched.
 */
export function validateAuthorize(
  query: URLSearchParams,
  app: AuthorizingApp | null,
  baseUrl: string,
): AuthorizeDecision {
  if (app === null) return { kind: 'page', message: 'The app that sent you here is not known.' };
  const [redirectUri, ...others] = query.getAll('redirect_uri');
  if (redirectUri === undefined || others.length > 0)
    return { kind: 'page', message: 'The request must name one redirect_uri.' };
  if (!isRegistered(app, redirectUri))
    return { kind: 'page', message: 'The redirect_uri is not one that the app has registered.' };

  const states = query.getAll('state');
  const stateError = errorInState(states);
  const state = stateError === null ? (states[0] ?? null) : null;
  const refuse = (error: AuthorizeErrorCode, description: string): AuthorizeDecision => ({
    kind: 'redirect',
    response: { redirect_uri: redirectUri, error, error_description: description, state },
  });
  const repeated = SINGLE_PARAMETERS.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return refuse('invalid_request', `The parameter ${repeated} is repeated.`);
  if (stateError !== null) return refuse('invalid_request', stateError);
  // The one that may be repeated (RFC 8707 section 2).
  if (!query.getAll('resource').every((resource) => resource === '' || isOurResource(resource, baseUrl)))
    return refuse('invalid_target', OTHER_RESOURCE);
  return validateParameters(query, app, refuse, { redirect_uri: redirectUri, state });
}

function validateParameters(
  query: URLSearchParams,
  app: AuthorizingApp,
  refuse: (error: AuthorizeErrorCode, description: string) => AuthorizeDecision,
  known: { redirect_uri: string; state: string | null },
): AuthorizeDecision {
  // An empty parameter counts as none (RFC 6749 section 3.1).
  const given = (name: string) => query.get(name) || undefined;
  const type = given('response_type');
  if (type === undefined) return refuse('invalid_request', 'response_type is missing; it must be code.');
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  const challenge = given('code_challenge');
  if (challenge === undefined && app.client_type === 'public')
    return refuse('invalid_request', 'code_challenge is missing; public clients must use PKCE.');
  const error = challengeError(challenge, given('code_challenge_method'));
  if (error !== null) return refuse('invalid_request', error);
  const scope = given('scope');
  const scopes = scope === undefined ? app.scopes : parseScopes(scope);
  if (scopes === null) return refuse('invalid_scope', 'scope names a scope that does not exist.');
  if (!isSubset(scopes, app.scopes))
    return refuse('invalid_scope', 'scope asks for more than the app is registered for.');
  const request = { ...known, scopes, challenge: challenge ?? null };
  return { kind: 'ask', request, alwaysAsk: given('prompt')?.split(' ').includes('consent') === true };
}

function errorInState([state = '']: readonly string[]): string | null {
  if (Buffer.byteLength(state) > STATE_BYTES_MAX) return `state must be at most ${STATE_BYTES_MAX} bytes.`;
  // Invalid UTF-8 could not be returned unchanged, and PostgreSQL stores no text with NUL.
  if (state.includes('\uFFFD') || state.includes('\0')) return 'state must be UTF-8 without NUL.';
  return null;
}

/** The redirect URI with the parameters of a response added to its own, which stay byte for byte. */
export function responseUri(redirectUri: string, parameters: Readonly<Record<string, string | null>>) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const joint = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return redirectUri + joint + pairs.join('&');
}

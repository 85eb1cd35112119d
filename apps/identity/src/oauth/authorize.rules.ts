import type { Scope } from '@parley/contracts';
import { challengeFault } from './pkce.rules.ts';
import { isWithin, readScopes } from './scope-list.ts';

/** What the authorization endpoint needs to know of the app that a request names. */
export interface AuthorizingApp {
  redirectUris: readonly string[];
  scopes: readonly Scope[];
}

/** A request that a user may be asked about. */
export interface AuthorizationRequest {
  redirectUri: string;
  scopes: readonly Scope[];
  state: string | null;
  challenge: string | null;
}

export type AuthorizeErrorCode =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable';

export type AuthorizeDecision =
  | { kind: 'ask'; request: AuthorizationRequest }
  /** Told to the app, by way of the browser. */
  | {
      kind: 'redirect';
      redirectUri: string;
      state: string | null;
      error: AuthorizeErrorCode;
      description: string;
    }
  /** Told to the user alone: nothing is known of who asks, so nobody is sent anywhere (RFC 6749 section 4.1.2.1). */
  | { kind: 'page'; message: string };

const STATE_BYTES_MAX = 2048;
/** What a request may say; anything else is ignored, repeated or not. */
const KNOWN = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'];

/** The client that a request names, `null` when it names none or several. */
export function clientIdOf(query: URLSearchParams): string | null {
  const ids = query.getAll('client_id');
  return ids.length === 1 && ids[0] !== '' ? (ids[0] ?? null) : null;
}

/**
 * What becomes of an authorization request (reference: auth.md sections 2.2 and 2.3): first who asks and where the
 * answer goes, by equality of texts; only then are faults told to the app.
 * @param app the app of {@link clientIdOf}, `null` when there is none.
 */
export function validateAuthorize(query: URLSearchParams, app: AuthorizingApp | null): AuthorizeDecision {
  if (app === null) return { kind: 'page', message: 'The app that sent you here is not known.' };
  const [redirectUri, ...others] = query.getAll('redirect_uri');
  if (redirectUri === undefined || others.length > 0)
    return { kind: 'page', message: 'The request must name one redirect_uri.' };
  if (!app.redirectUris.includes(redirectUri))
    return { kind: 'page', message: 'The redirect_uri is not one that the app has registered.' };

  const states = query.getAll('state');
  const stateFault = faultOfState(states);
  const state = stateFault === null ? (states[0] ?? null) : null;
  const refuse = (error: AuthorizeErrorCode, description: string): AuthorizeDecision => ({
    kind: 'redirect',
    redirectUri,
    state,
    error,
    description,
  });
  const repeated = KNOWN.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return refuse('invalid_request', `The parameter ${repeated} is repeated.`);
  if (stateFault !== null) return refuse('invalid_request', stateFault);
  return judge(query, app, refuse, { redirectUri, state });
}

function judge(
  query: URLSearchParams,
  app: AuthorizingApp,
  refuse: (error: AuthorizeErrorCode, description: string) => AuthorizeDecision,
  known: { redirectUri: string; state: string | null },
): AuthorizeDecision {
  // An empty parameter counts as none (RFC 6749 section 3.1).
  const given = (name: string) => query.get(name) || undefined;
  const type = given('response_type');
  if (type === undefined) return refuse('invalid_request', 'response_type is missing; it must be code.');
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  const challenge = given('code_challenge');
  const fault = challengeFault(challenge, given('code_challenge_method'));
  if (fault !== null) return refuse('invalid_request', fault);
  const asked = given('scope');
  if (asked === undefined) return refuse('invalid_scope', 'scope is missing.');
  const scopes = readScopes(asked);
  if (scopes === null) return refuse('invalid_scope', 'scope names a scope that does not exist.');
  if (!isWithin(scopes, app.scopes))
    return refuse('invalid_scope', 'scope asks for more than the app is registered for.');
  return { kind: 'ask', request: { ...known, scopes, challenge: challenge ?? null } };
}

function faultOfState([state = '']: readonly string[]): string | null {
  if (Buffer.byteLength(state) > STATE_BYTES_MAX) return `state must be at most ${STATE_BYTES_MAX} bytes.`;
  // What was not UTF-8 could not be given back as it came. PostgreSQL has no text with NUL.
  if (state.includes('\uFFFD') || state.includes('\0')) return 'state must be UTF-8 without NUL.';
  return null;
}

/** The redirect URI with an answer in its query; what it has of its own stays, byte for byte. */
export function answerUri(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(answer).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const joint = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return redirectUri + joint + pairs.join('&');
}

import { Readable } from 'node:stream';
import { z } from 'zod';
import { type EgressGuard, type HttpAnswer, httpPost, HttpRequestError } from '@parley/egress';
import { requestFailure } from '../http-failure.rules.ts';
import { MailboxError, mailboxFailure, type SendErrorCode } from '../send-error.ts';

const TIMEOUT_MS = 20_000;

export interface TokenEndpoints {
  readonly google: string;
  /** The address with `{tenant}` in place of the id of the tenant. */
  readonly microsoft: string;
}

export const TOKEN_ENDPOINTS: TokenEndpoints = {
  google: 'https://oauth2.googleapis.com/token',
  microsoft: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
};

const SMTP_SCOPE = 'https://outlook.office.com/SMTP.Send';
const GRAPH_SCOPE = 'https://graph.microsoft.com/Mail.Send';
const MICROSOFT_SCOPES: Readonly<Record<string, string>> = {
  imap_smtp: `${SMTP_SCOPE} https://outlook.office.com/IMAP.AccessAsUser.All`,
};

export interface TokenRequest {
  readonly guard: EgressGuard;
  readonly transport: {
    readonly type: string;
    readonly oauth_provider: 'google' | 'microsoft' | null;
    readonly client_id: string | null;
    readonly tenant_id: string | null;
    /** Mails are fetched if something is said of them. */
    readonly after_receiving?: string | null;
  };
  /** The application acts for itself if there is no refresh token, which only Microsoft knows. */
  readonly secrets: { readonly client_secret?: string; readonly refresh_token?: string };
  readonly endpoints?: TokenEndpoints;
  readonly ca?: string;
}

export interface AccessToken {
  readonly accessToken: string;
  /** Replaces the one that was used, which may not work again; null if it stays. */
  readonly refreshToken: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce
    .number()
    .positive()
    .max(30 * 86_400)
    .default(3_600),
  refresh_token: z.string().min(1).nullish(),
});
const Refusal = z.object({ error: z.string(), error_description: z.string().default('') });

/** The refusals that only a new consent ends (RFC 6749 section 5.2, and Microsoft's). */
const REAUTHORIZE = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required']);
/** Those that may pass, in the body of a 400 (learn.microsoft.com/entra/identity-platform/reference-error-codes). */
const TRANSIENT = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/**
 * A new access token (RFC 6749 sections 6 and 4.4). The caller makes one request at a time for a mailbox, and stores the tokens
 * before it uses them. Throws {@link MailboxError}: `reauthorize` and `application_refused` need an admin, all else may pass.
 */
export async function refreshAccessToken(request: TokenRequest): Promise<AccessToken> {
  const body = Buffer.from(new URLSearchParams(parametersOf(request)).toString());
  const requestedAt = Date.now();
  const answer = await post(request, body);
  if (answer.status !== 200) throw new MailboxError(refusalOf(answer));
  const token = Token.safeParse(parseJson(answer.text));
  if (!token.success) throw new MailboxError(mailboxFailure('token_unavailable', 'authentication'));
  return {
    accessToken: token.data.access_token,
    refreshToken: token.data.refresh_token ?? null,
    expiresAt: requestedAt + token.data.expires_in * 1_000,
  };
}

async function post(request: TokenRequest, body: Buffer): Promise<HttpAnswer> {
  const { guard, ca } = request;
  try {
    return await httpPost({
      ...{ guard, url: urlOf(request), ca, timeoutMs: TIMEOUT_MS },
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      ...{ body: Readable.from([body]), size: body.length },
    });
  } catch (error) {
    if (error instanceof HttpRequestError) throw new MailboxError(requestFailure(error), error);
    throw error;
  }
}

function urlOf({ transport, endpoints = TOKEN_ENDPOINTS }: TokenRequest): string {
  if (transport.oauth_provider === 'google') return endpoints.google;
  const tenant = transport.tenant_id ?? '';
  // Anything else would lead to another path.
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(tenant))
    throw refused('application_refused', 'the tenant has no such id');
  return endpoints.microsoft.replace('{tenant}', tenant);
}

function parametersOf({ transport, secrets }: TokenRequest): Record<string, string> {
  const { type, oauth_provider: provider, client_id: clientId } = transport;
  const { client_secret: clientSecret, refresh_token: refreshToken } = secrets;
  const client = {
    client_id: clientId ?? '',
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  };
  if (refreshToken === undefined) {
    if (provider === 'google') throw refused('reauthorize', 'there is no refresh token');
    const resource = type === 'graph' ? 'https://graph.microsoft.com' : 'https://outlook.office365.com';
    return { ...client, grant_type: 'client_credentials', scope: `${resource}/.default` };
  }
  const grant = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
  if (provider === 'google') return grant;
  return { ...grant, scope: `${scopesOf(transport)} offline_access` };
}

/** A scope that nobody has consented to is refused: a mailbox that only sends must not ask for more. */
function scopesOf({ type, after_receiving: after }: TokenRequest['transport']): string {
  if (type !== 'graph') return MICROSOFT_SCOPES[type] ?? SMTP_SCOPE;
  return after == null ? GRAPH_SCOPE : `${GRAPH_SCOPE} https://graph.microsoft.com/Mail.Read`;
}

function refusalOf({ status, text, retryAfterMs }: HttpAnswer) {
  const refusal = Refusal.safeParse(parseJson(text));
  const isClientError = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (!isClientError || !refusal.success || TRANSIENT.has(refusal.data.error))
    return mailboxFailure('token_unavailable', 'authentication', { retryAfterMs });
  const { error, error_description: description } = refusal.data;
  return mailboxFailure(REAUTHORIZE.has(error) ? 'reauthorize' : 'application_refused', 'authentication', {
    text: `${error} ${description}`,
  });
}

const refused = (code: SendErrorCode, cause: string) =>
  new MailboxError(mailboxFailure(code, 'authentication'), new Error(cause));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

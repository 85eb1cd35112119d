import createClient from 'openapi-fetch';
import type { components, paths } from '../../dist/generated/openapi.d.ts';
import { AccessTokens, type AccessToken } from './access-tokens.ts';
import { callConsole } from './console.ts';
import { ApiFailure } from './errors.ts';
import { connected, isRepeatable, markRepeatable, sendRequest } from './request.ts';

export type Mode = 'live' | 'test';

export type Schemas = components['schemas'];

const issue = async (mode: Mode): Promise<AccessToken> => {
  const { data } = await callConsole('access_token.create', { body: { mode } });
  return { token: data.token, expiresAt: Date.parse(data.expires_at) };
};

const tokens: Readonly<Record<Mode, AccessTokens>> = {
  live: new AccessTokens(() => issue('live')),
  test: new AccessTokens(() => issue('test')),
};

/** The last token of each mode that left by `accessToken`. */
const given: Partial<Record<Mode, string>> = {};

/** A token for a request that no client sends, such as the event stream; `isRejected` if the API refused the last one. */
export async function accessToken(mode: Mode, isRejected = false): Promise<string> {
  const token = await tokens[mode].get(isRejected ? given[mode] : undefined);
  given[mode] = token;
  return token;
}

/** Sends a request with a token, and once more with a new one if the API refuses it. */
async function authorizedFetch(mode: Mode, request: Request): Promise<Response> {
  const again = request.clone();
  const token = await tokens[mode].get();
  const first = await send(request, token);
  if (first.status !== 401) return first;
  return send(again, await tokens[mode].get(token));
}

function send(request: Request, token: string): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return sendRequest(new Request(request, { headers, credentials: 'omit', cache: 'no-store' }));
}

export type PublicApi = ReturnType<typeof createPublicApi>;

/** The public API in one mode, with the rights of the signed-in user. */
export function createPublicApi(baseUrl: string, mode: Mode) {
  const client = createClient<paths>({
    baseUrl,
    fetch: (request) => authorizedFetch(mode, request),
    // Several values of a filter are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return Object.assign(client, { mode });
}

/** What `openapi-fetch` resolves with. */
export interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a successful response. Rejects with an `ApiFailure` for any other, and as `sendRequest` does. */
export async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await connected(answer);
  if (!response.ok) {
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    const failure = new ApiFailure(
      response.status,
      error,
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    );
    throw isRepeatable(response) ? markRepeatable(failure) : failure;
  }
  return data as Data;
}

/** The tokens of a session that has ended are worth nothing. */
export function forgetAccessTokens(): void {
  for (const each of Object.values(tokens)) each.forget();
}

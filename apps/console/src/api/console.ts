import type { Id, IdKind } from '@parley/contracts';
import type {
  ConsoleBody,
  ConsoleInput,
  ConsoleOperationId,
  ConsoleOperationOf,
  ConsoleSession,
} from '@parley/contracts/console';
import routes from '../../dist/generated/routes.json';
import { consolePath } from '../app/document.ts';
import { ApiFailure } from './errors.ts';
import { connected, sendRequest } from './request.ts';

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Sent with every request that changes something; `session.get` tells it. */
let csrfToken = '';
/** Who the page was loaded for: it sends nothing for somebody else who has signed in meanwhile. */
let owner: string | undefined;

/** An id that came from the public API, whose types say no more than that it is a text. */
export function idFrom<Kind extends IdKind>(_kind: Kind, id: string): Id<Kind> {
  return id as Id<Kind>;
}

let onSignedOut: () => void = () => undefined;

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

export function listenForSignOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Calls an operation by its id and returns the body of the response. Rejects with an `ApiFailure`, and as `sendRequest` does. */
export async function callConsole<Id extends ConsoleOperationId>(
  id: Id,
  input: ConsoleInput<ConsoleOperationOf<Id>>,
  signal?: AbortSignal,
): Promise<ConsoleBody<ConsoleOperationOf<Id>>> {
  const sent = csrfToken;
  let response = await send(id, input as Parts, signal);
  let failure = response.ok ? undefined : await ApiFailure.from(response);
  // Nothing has been done yet, because the server checks the token before it does anything.
  if (failure?.isOutdatedPage === true && (await hasNewCsrfToken(sent))) {
    response = await send(id, input as Parts, signal);
    failure = response.ok ? undefined : await ApiFailure.from(response);
  }
  if (response.status === 401) onSignedOut();
  if (failure !== undefined) throw failure;
  const text = await connected(response.text());
  const body = (text === '' ? undefined : JSON.parse(text)) as ConsoleBody<ConsoleOperationOf<Id>>;
  if (id === 'session.get') adopt((body as { data: ConsoleSession }).data);
  return body;
}

function adopt({ workspace, user, csrf_token: token }: ConsoleSession): void {
  const current = `${workspace.id} ${user.id}`;
  owner ??= current;
  if (owner === current) csrfToken = token;
}

let renewal: Promise<unknown> | undefined;

/** Reads the session again after a refusal of a token, once for all requests that were refused together. */
async function hasNewCsrfToken(refused: string): Promise<boolean> {
  if (csrfToken === refused) {
    renewal ??= callConsole('session.get', {}).finally(() => (renewal = undefined));
    await renewal;
  }
  return csrfToken !== refused;
}

function send(id: ConsoleOperationId, { params = {}, query = {}, body }: Parts, signal?: AbortSignal) {
  const [method = '', path = ''] = routes[id].split(' ');
  const url = new URL(`.${pathOf(`/api${path}`, params)}`, new URL(consolePath, location.href));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '')
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const request = new Request(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: signal ?? null,
  });
  return sendRequest(request);
}

function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
}

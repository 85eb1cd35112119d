import { accessToken, type Mode } from '../api/public.ts';

/** What the requests of the playground are sent with: the access of the signed-in user, or a typed key. */
export type Choice = Mode | 'key';

let choice: Choice = 'test';
let typedKey = '';

export function setCredential(next: Choice, key: string): void {
  choice = next;
  typedKey = key.trim();
}

/**
 * The request with the chosen credential. An access token of the user lasts some minutes, so each request asks for a valid
 * one. Keys are kept in memory only. A token typed into the request itself wins. An endpoint without authentication, such as
 * that of tokens, gets none.
 */
export async function authorized(request: Request): Promise<Request> {
  if (!new URL(request.url).pathname.includes('/v1/')) return request;
  if (/^Bearer \S/.test(request.headers.get('authorization') ?? '')) return request;
  const token = choice === 'key' ? typedKey : await accessToken(choice);
  const headers = new Headers(request.headers);
  if (token === '') headers.delete('authorization');
  else headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}

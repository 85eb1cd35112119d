import type { Grant } from '@parley/contracts';

/** A command that calls the API. Nothing of it is interpreted by the shell except a variable as the token. */
export function curlOf(baseUrl: string, token: string, path: string, body?: unknown): string {
  const lines = [`curl ${quote(baseUrl + path)}`, `  -H "Authorization: Bearer ${token}"`];
  if (body !== undefined)
    lines.push(`  -H 'Content-Type: application/json'`, `  -d ${quote(JSON.stringify(body))}`);
  return lines.join(' \\\n');
}

/** What shows best that a new credential works: it makes a ticket if it may, and else says who it is. */
export function firstCurl(baseUrl: string, token: string, scopes: readonly Grant[]): string {
  if (!scopes.includes('all') && !scopes.includes('tickets:write')) return curlOf(baseUrl, token, '/v1/me');
  return curlOf(baseUrl, token, '/v1/tickets', {
    subject: 'My first ticket',
    contact: { email: 'kim@example.com' },
  });
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

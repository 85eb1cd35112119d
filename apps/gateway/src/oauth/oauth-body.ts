import { isUtf8 } from 'node:buffer';
import type { ClientRequest } from '@parley/contracts';
import { isJsonType } from '@parley/runtime/http/json-body';

type OAuthBody =
  | { kind: 'read'; request: ClientRequest; usedBasic: boolean }
  | { kind: 'fault'; error: 'invalid_request' | 'invalid_client'; description: string; usedBasic: boolean };

type Fields = ReadonlyMap<string, string>;

const FORM = /^application\/x-www-form-urlencoded[\t ]*(?:;|$)/i;
/** A field that is longer is none of ours: redirect URIs have at most 2,048 characters. */
const FIELD_MAX = 4096;

/** Reads a form (RFC 6749) or a JSON object with these `names`, and credentials in it or in HTTP Basic; never the query string. */
export function readOAuthBody(
  bytes: Buffer,
  headers: { contentType: string | undefined; authorization: string | undefined },
  names: readonly string[],
): OAuthBody {
  const usedBasic = /^basic(?: |$)/i.test(headers.authorization ?? '');
  const fault = (description: string, error: 'invalid_request' | 'invalid_client' = 'invalid_request') =>
    ({ kind: 'fault', error, description, usedBasic }) as const;
  const fields = readFields(bytes, headers.contentType ?? '', names);
  if (typeof fields === 'string') return fault(fields);
  const given: Record<string, string> = Object.fromEntries(fields);
  const { client_id: id, client_secret: secret, ...parameters } = given;
  if (!usedBasic) {
    const client = id === undefined ? null : { id, secret: secret ?? null };
    return { kind: 'read', request: { client, parameters }, usedBasic };
  }
  const basic = readBasic(headers.authorization ?? '');
  if (basic === null) return fault('The Authorization header cannot be read.', 'invalid_client');
  if (secret !== undefined)
    return fault('Client credentials were given twice: in the header and in the body.');
  if (id !== undefined && id !== basic.id)
    return fault('client_id is not the one of the Authorization header.');
  return { kind: 'read', request: { client: basic, parameters }, usedBasic };
}

/** The fields that were given with a value; a text says what is wrong. */
function readFields(bytes: Buffer, contentType: string, names: readonly string[]): Fields | string {
  if (!isUtf8(bytes)) return 'The body is not UTF-8.';
  if (FORM.test(contentType)) return formFields(bytes.toString(), names);
  if (isJsonType(contentType)) return jsonFields(bytes.toString(), names);
  return 'Content-Type must be application/x-www-form-urlencoded or application/json.';
}

function formFields(text: string, names: readonly string[]): Fields | string {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!names.includes(name)) continue;
    // Also where one of them is empty: who reads the first and who reads the last must not see two requests.
    if (fields.has(name)) return `${name} is repeated.`;
    fields.set(name, value);
  }
  return withValues(fields);
}

function jsonFields(text: string, names: readonly string[]): Fields | string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'The body is not JSON.';
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'The body must be a JSON object.';
  const fields = new Map<string, string>();
  for (const name of names) {
    if (!Object.hasOwn(body, name)) continue;
    const value = (body as Record<string, unknown>)[name];
    if (value === null) continue;
    if (typeof value !== 'string') return `${name} must be a string.`;
    fields.set(name, value);
  }
  // Two fields of one name: JSON.parse keeps the last, other readers the first.
  const repeated = repeatedKey(text, names);
  return repeated === undefined ? withValues(fields) : `${repeated} is repeated.`;
}

/** One of the names that stands twice in a JSON text as a key of the outermost object. The text is known to be JSON. */
function repeatedKey(text: string, names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token.endsWith(':')) {
      const quoted = token.slice(0, token.lastIndexOf('"') + 1);
      const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
      if (!names.includes(key)) continue;
      if (seen.has(key)) return key;
      seen.add(key);
    }
  }
  return undefined;
}

/** A field without a value counts as left out (RFC 6749 section 3.2). */
function withValues(fields: Fields): Fields | string {
  const long = [...fields].find(([, value]) => value.length > FIELD_MAX);
  if (long !== undefined) return `${long[0]} is longer than ${FIELD_MAX} characters.`;
  return new Map([...fields].filter(([, value]) => value !== ''));
}

/** Client id and secret, each form-encoded, in base64 (RFC 6749 section 2.3.1). */
function readBasic(authorization: string): { id: string; secret: string } | null {
  const encoded = authorization.slice('basic '.length).trim();
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return null;
  try {
    const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    return { id: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) };
  } catch {
    return null;
  }
}

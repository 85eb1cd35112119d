// An operation as a request: its URL, its headers, its body.
import type { Config } from './config.ts';
import { ConfigurationError } from './errors.ts';
import { formOf, isFile, type RequestBody } from './multipart.ts';
import type { CallOptions, Version } from './options.ts';
import { bytesOf } from './runtime.ts';
import { responseIfAny } from './values.ts';

/** A call of an operation of the API. */
export interface Operation {
  /** Its operationId in the API document */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The segments of the path, which are encoded here */
  path: readonly string[];
  query?: object | undefined;
  body?: object | undefined;
  /** The fields that may be files, by their names in a form */
  files?: Readonly<Record<string, string>>;
  /** Whether the body is always a form */
  isForm?: boolean;
}

/** @throws ConfigurationError if an id would lead to another operation */
export function urlOf(baseUrl: URL, { path, query }: Operation): URL {
  const search = query === undefined ? '' : encodeQuery(query);
  return new URL(
    `${baseUrl.href.replace(/\/$/, '')}/${path.map(segment).join('/')}${search === '' ? '' : `?${search}`}`,
  );
}

/** `get('')` would list, and `../` would leave the resource. */
function segment(text: unknown): string {
  if (typeof text !== 'string' || text === '')
    throw new ConfigurationError('An id must be a text that is not empty');
  if (text === '.' || text === '..' || /[/?#]/.test(text))
    throw new ConfigurationError('An id must have no slash, no ? and no #');
  return encode(text);
}

/** Lists are joined by commas (style `form`, not exploded). What is `undefined` or null is left out. */
export function encodeQuery(query: object): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const values = Array.isArray(value)
        ? value.map((one) => listed(name, parameterText(name, one)))
        : [encode(parameterText(name, value))];
      return `${encode(name)}=${values.join(',')}`;
    })
    .join('&');
}

function listed(name: string, text: string): string {
  if (text.includes(',')) throw new ConfigurationError(`${name}: a value in a list must have no comma`);
  return encode(text);
}

function parameterText(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new ConfigurationError(
    `${name}: a parameter must be a text, a number, a boolean, a Date, or a list of them`,
  );
}

/** Percent-encoding (RFC 3986, section 2): all but the unreserved characters. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export async function bodyOf({ body, files, isForm = false }: Operation): Promise<RequestBody | undefined> {
  if (body === undefined) return undefined;
  if (files !== undefined && (isForm || hasFile(body, files))) return formOf(body, files);
  return jsonBody(body);
}

const hasFile = (body: object, files: object): boolean =>
  Object.entries(body).some(([name, value]) => name in files && [value].flat().some(isFile));

/** Serialized once, so that each retry sends the same bytes. */
function jsonBody(body: object): RequestBody {
  const bytes = bytesOf(JSON.stringify(body));
  return { contentType: 'application/json', length: bytes.byteLength, isReplayable: true, open: () => bytes };
}

/** The headers of a call, but for those that differ in each of its requests. */
export function headersOf(
  { method }: { method: string },
  body: RequestBody | undefined,
  config: Pick<Config, 'compress' | 'userAgent'>,
  options: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': config.userAgent };
  const isWrite = method !== 'GET';
  if (isWrite) headers.prefer = 'handling=strict';
  if (config.compress) headers['accept-encoding'] = 'gzip';
  if (body !== undefined) headers['content-type'] = body.contentType;
  if (body?.length !== undefined) headers['content-length'] = String(body.length);
  else if (isWrite && body === undefined && method !== 'DELETE') headers['content-length'] = '0';
  if (options.ifMatch !== undefined) headers['if-match'] = etagOf(options.ifMatch);
  if (options.ifNoneMatch !== undefined) headers['if-none-match'] = etagOf(options.ifNoneMatch);
  for (const name of Object.keys(options.headers ?? {}))
    if (OF_CONNECTION.has(name.toLowerCase()))
      throw new ConfigurationError(`The header ${name} is the library's own`);
  addHeaders(headers, options.headers ?? {});
  return headers;
}

/** What a body and its connection need: another length would let the rest of the body begin the next request. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'host', 'transfer-encoding', 'upgrade']);

/** Header names of the caller in lower case, so that they replace those of the library. */
export function addHeaders(
  headers: Record<string, string>,
  added: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(added)) {
    if (value === undefined) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new ConfigurationError('The name of a header has a character that it must not have');
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new ConfigurationError(`The header ${name} has a character that it must not have`);
    headers[name.toLowerCase()] = value;
  }
}

function etagOf(version: Version): string {
  if (typeof version === 'string') return version;
  const etag = responseIfAny(version)?.etag;
  if (etag === undefined)
    throw new ConfigurationError('This record has no ETag: read it by its id, without `include`');
  return etag;
}

import { isUtf8 } from 'node:buffer';
import { ApiError, DETAILS_MAX, errorOf, pathOf } from '@parley/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonError } from './json-bounds.ts';

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;

/** A content type parser of Fastify. */
type Parse<Body> = (
  request: FastifyRequest,
  body: Body,
  done: (error: Error | null, body?: unknown) => void,
) => void;

/** Whether a `Content-Type` is that of JSON. */
export function isJsonType(type: string | undefined): boolean {
  return JSON_TYPE.test(type ?? '');
}

/** A parser of JSON objects; anything else is an `ApiError`. What is too costly to validate is not parsed. */
export function jsonObjectParser(instance: FastifyInstance): Parse<Buffer> {
  // Finds __proto__ keys, and leaves all others: nothing here merges objects by assignment.
  const parse = instance.getDefaultJsonParser('error', 'ignore') as Parse<string>;
  return (request, bytes, done) => {
    const fault = isJsonType(request.headers['content-type'])
      ? unreadable(bytes)
      : new ApiError('unsupported_media_type');
    if (fault !== null) done(fault);
    else
      parse(request, bytes.toString(), (error, body) => {
        if (error !== null) done(prototypeError(bytes.toString()) ?? error);
        else if (typeof body === 'object' && body !== null && !Array.isArray(body)) done(null, body);
        else done(malformed('The request body must be a JSON object.'));
      });
  };
}

function unreadable(bytes: Buffer): ApiError | null {
  if (!isUtf8(bytes)) return malformed('The request body is not UTF-8.');
  const excess = jsonError(bytes);
  return excess === null ? null : malformed(excess);
}

const PROTO = '__proto__';

/** 422 that names the keys `__proto__` of a body, or `null`: assigned anywhere, they would change a prototype. */
export function prototypeError(text: string): ApiError | null {
  const details = prototypePaths(text).map((path) => ({
    code: 'invalid_parameter' as const,
    param: pathOf(path),
    message: `must not be named ${PROTO}`,
  }));
  return details.length === 0 ? null : errorOf(details);
}

interface Place {
  value: unknown;
  key: PropertyKey;
  parent: Place | null;
}

/** The paths of the keys `__proto__`, the outermost first. Only what is reported gets a path. */
function prototypePaths(text: string): PropertyKey[][] {
  const places: Place[] = [{ value: jsonOf(text), key: '', parent: null }];
  const found: PropertyKey[][] = [];
  // Grows while it is read.
  for (const place of places) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, PROTO) && found.push([...pathTo(place), PROTO]) === DETAILS_MAX) return found;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value))
      places.push({ value: inner, key: isList ? Number(key) : key, parent: place });
  }
  return found;
}

function pathTo({ key, parent }: Place): PropertyKey[] {
  return parent === null ? [] : [...pathTo(parent), key];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

const malformed = (message: string) => new ApiError('malformed_json', { message });

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, DETAILS_MAX, errorOf, pathOf } from '@parley/contracts';
import { jsonFault } from './json-bounds.ts';

export const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Replaces the body parsers of Fastify: one for every content type, so that a wrong one is refused only where a body
 * is wanted. Runs after authentication, because Fastify parses after `onRequest`.
 */
export function installBodyParser(instance: FastifyInstance): void {
  // Finds __proto__ keys (secure-json-parse), and leaves all others: nothing here merges objects by assignment, so a
  // field named `constructor` is data like any other.
  const parse = instance.getDefaultJsonParser('error', 'ignore') as (
    request: FastifyRequest,
    text: string,
    done: Done,
  ) => void;
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done: Done) => {
      if (bytes.length === 0 || request.operationRoute?.operation.body === undefined) {
        done(null);
        return;
      }
      const fault = refusedType(request) ?? unreadable(bytes);
      if (fault !== null) done(fault);
      else
        parse(request, bytes.toString(), (error, body) => {
          if (error !== null) done(prototypeFault(bytes.toString()) ?? error);
          else if (typeof body === 'object' && body !== null && !Array.isArray(body)) done(null, body);
          else done(malformed('The request body must be a JSON object.'));
        });
    },
  );
}

/** Why a body of this type is not even read. */
function refusedType({ headers, operationRoute }: FastifyRequest): ApiError | null {
  if (operationRoute?.form?.required === true) return needsForm();
  return JSON_TYPE.test(headers['content-type'] ?? '') ? null : new ApiError('unsupported_media_type');
}

/** 400 for an operation whose body can only be a form. */
export function needsForm(): ApiError {
  return new ApiError('unsupported_media_type', { message: 'The Content-Type must be multipart/form-data.' });
}

/** Why a body is not even parsed. */
function unreadable(bytes: Buffer): ApiError | null {
  if (!isUtf8(bytes)) return malformed('The request body is not UTF-8.');
  const excess = jsonFault(bytes);
  return excess === null ? null : malformed(excess);
}

const PROTO = '__proto__';

/**
 * 422 that names the keys `__proto__` of a body; `null` where there are none, or it is no JSON. They could only be
 * dropped: assigned anywhere, they would change the prototype of what they are assigned to.
 */
export function prototypeFault(text: string): ApiError | null {
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

/** What a text is as JSON; `undefined` where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

function malformed(message: string): ApiError {
  return new ApiError('malformed_json', { message });
}

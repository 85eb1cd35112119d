import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, errorOf, pathOf } from '@parley/contracts';
import { BODY_LIMIT } from '../gateway.config.ts';

export const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;

/**
 * Deeper JSON is nobody's data, and writing it again would overflow the stack. A shorter body cannot reach this depth,
 * so most bodies are not looked at.
 */
const DEPTH_MAX = 200;

/** As many keys of one kind as anybody would want to read of. */
const FAULTS_MAX = 20;

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
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request: FastifyRequest, bytes: Buffer, done: Done) => {
      if (bytes.length === 0 || request.operationRoute?.operation.body === undefined) done(null);
      else if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
        done(new ApiError('unsupported_media_type'));
      else if (!isUtf8(bytes)) done(malformed('The request body is not UTF-8.'));
      else
        parse(request, bytes.toString(), (error, body) => {
          if (error === null) done(fault(body, bytes.length), body);
          else done(prototypeFault(bytes.toString()) ?? error);
        });
    },
  );
}

function fault(body: unknown, length: number): ApiError | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return malformed('The request body must be a JSON object.');
  }
  return length > 2 * DEPTH_MAX && isDeep(body) ? malformed('The request body is nested too deeply.') : null;
}

const PROTO = '__proto__';

/**
 * 422 that names the keys `__proto__` of a body; `null` where there are none, or it is no JSON. They could only be
 * dropped: assigned anywhere, they would change the prototype of what they are assigned to.
 */
function prototypeFault(text: string): ApiError | null {
  const message = `must not be named ${PROTO}`;
  const details = prototypePaths(text).map((param) => ({
    code: 'invalid_parameter' as const,
    param,
    message,
  }));
  return details.length === 0 ? null : errorOf(details);
}

function prototypePaths(text: string): string[] {
  const found: string[] = [];
  let level: { value: unknown; path: readonly PropertyKey[] }[] = [{ value: jsonOf(text), path: [] }];
  for (let depth = 0; level.length > 0 && depth <= DEPTH_MAX && found.length < FAULTS_MAX; depth += 1) {
    level = level.flatMap(({ value, path }) => {
      if (typeof value !== 'object' || value === null) return [];
      if (Object.hasOwn(value, PROTO)) found.push(pathOf([...path, PROTO]));
      const isList = Array.isArray(value);
      return Object.entries(value).map(([key, inner]: [string, unknown]) => ({
        value: inner,
        path: [...path, isList ? Number(key) : key],
      }));
    });
  }
  return found.slice(0, FAULTS_MAX);
}

/** What a text is as JSON; `undefined` where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** Level by level, so that depth costs no stack. */
function isDeep(body: object): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  return false;
}

function malformed(message: string): ApiError {
  return new ApiError('malformed_json', { message });
}

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '@parley/contracts';
import { BODY_LIMIT } from './gateway.config.ts';

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;

/**
 * Deeper JSON is nobody's data, and writing it again would overflow the stack. A shorter body cannot reach this depth,
 * so most bodies are not looked at.
 */
const DEPTH_MAX = 200;

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Replaces the body parsers of Fastify: one for every content type, so that a wrong one is refused only where a body
 * is wanted. Runs after authentication, because Fastify parses after `onRequest`.
 */
export function readBodiesAsJson(instance: FastifyInstance): void {
  // Refuses __proto__ and constructor.prototype keys (secure-json-parse).
  const parse = instance.getDefaultJsonParser('error', 'error') as (
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
      else parse(request, bytes.toString(), (error, body) => done(error ?? fault(body, bytes.length), body));
    },
  );
}

function fault(body: unknown, length: number): ApiError | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return malformed('The request body must be a JSON object.');
  }
  return length > 2 * DEPTH_MAX && isDeep(body) ? malformed('The request body is nested too deeply.') : null;
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

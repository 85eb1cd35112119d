import {
  ApiError,
  DETAILS_MAX,
  errorOf,
  type ErrorDetail,
  type ListQuery,
  notFound,
  pathOf,
  validationError,
} from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { idempotencyKeyFault } from '../http/idempotency.ts';
import type { OperationRoute } from './operation-route.ts';
import { depthFault } from './pagination.ts';
import { prefersStrict, unknownParameter, unknownParameters } from './unknown-parameters.ts';

export interface Input {
  /** The parts that the operation declares, exactly as they were received: the handler parses them again. */
  sent: { params?: unknown; query?: unknown; body?: unknown };
  /** The parsed query of a list, else `null`. */
  list: ListQuery | null;
}

/**
 * Checks what a request sent against its operation.
 * Throws ApiError: 400 for a missing body; 422 that lists every fault of query, body and headers together; then 404
 * for a malformed id in the path, the answer that an unknown id gets.
 */
export function readInput(route: OperationRoute, request: FastifyRequest): Input {
  const { operation } = route;
  const { headers } = request;
  if (route.needsBody && request.body === undefined) {
    throw new ApiError('malformed_json', {
      message: 'The request body must be a JSON object.',
    });
  }
  const faults: ErrorDetail[] = [];
  const strict = prefersStrict(headers['prefer']);
  faults.push(...unknownInQuery(route, request.query as Record<string, unknown>));
  const query = check(operation.query, request.query, false, faults);
  if (request.url.includes('%00')) faults.push(...nulFaults(request.query, faults, route.isList));
  const list = route.isList ? (query as ListQuery | undefined) : undefined;
  const tooDeep = list === undefined ? null : depthFault(list);
  if (tooDeep !== null) faults.push(tooDeep);
  if (operation.body !== undefined) check(operation.body, request.body, strict, faults);
  const keyFault = route.takesKey ? idempotencyKeyFault(headers['idempotency-key']) : null;
  if (keyFault !== null) faults.push(keyFault);
  if (faults.length > 0) throw errorOf(faults);
  if (operation.params !== undefined) checkPath(operation.params, request.params);

  return {
    sent: {
      ...(operation.params === undefined ? {} : { params: request.params }),
      ...(operation.query === undefined ? {} : { query: request.query }),
      ...(operation.body === undefined ? {} : { body: request.body }),
    },
    list: list ?? null,
  };
}

/** Parses one part; answers the parsed value, or `undefined` after adding its faults. */
function check(
  schema: z.ZodType | undefined,
  sent: unknown,
  strict: boolean,
  faults: ErrorDetail[],
): unknown {
  const parsed = schema?.safeParse(sent);
  if (parsed?.success === false) {
    faults.push(...(validationError(parsed.error, sent).details ?? []));
    return undefined;
  }
  if (strict) faults.push(...unknownParameters(sent, parsed?.data ?? {}));
  return parsed?.data;
}

/** An unknown filter that was ignored would return every record. */
function unknownInQuery({ queryParameters }: OperationRoute, query: Record<string, unknown>): ErrorDetail[] {
  const unknown = Object.keys(query).filter((name) => !queryParameters.has(name));
  return unknown.slice(0, DETAILS_MAX).map((name) => unknownParameter(pathOf([name])));
}

/** PostgreSQL has no text with NUL, and no filter has a use for one. A cursor with one is malformed: its list says so. */
function nulFaults(query: unknown, known: readonly ErrorDetail[], lists: boolean): ErrorDetail[] {
  return Object.entries(query as Record<string, unknown>)
    .filter(([param]) => !(lists && param === 'cursor'))
    .filter(
      (pair) => pair.flat().join('').includes('\u0000') && !known.some(({ param }) => param === pair[0]),
    )
    .map(([param]) => ({ code: 'invalid_parameter', param, message: 'must not contain NUL characters' }));
}

function checkPath(schema: z.ZodType, params: unknown): void {
  const parsed = schema.safeParse(params);
  if (parsed.success) return;
  const name = String(parsed.error.issues[0]?.path[0] ?? 'record');
  throw notFound(name.replace(/_id$/, '').replaceAll('_', ' '));
}

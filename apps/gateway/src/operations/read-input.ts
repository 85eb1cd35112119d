import {
  ApiError,
  DETAILS_MAX,
  assertNone,
  type ErrorDetail,
  type Include,
  type ListQuery,
  notFound,
  pathOf,
  unknownPaths,
  validationError,
} from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needsForm } from '../http/body-parser.ts';
import { idempotencyKeyError } from '../http/idempotency.ts';
import type { Form } from '../multipart/form.ts';
import type { OperationRoute } from './operation-route.ts';
import { depthError } from './pagination.ts';

export interface Input {
  /** The parts that the operation declares, exactly as they were received: the handler parses them again. */
  sent: { params?: unknown; query?: unknown; body?: unknown };
  list: ListQuery | null;
  /** The records to return beside those that the operation reads. */
  include: readonly Include[];
}

/**
 * Checks a request against its operation. Throws ApiError: 400 for a missing body; 422 that lists every error of query, body
 * and headers together; then 404 for a malformed id in the path, as for an unknown one.
 */
export function readInput(route: OperationRoute, request: FastifyRequest): Input {
  const { body } = request;
  if (route.needsBody && body === undefined)
    throw route.form?.required === true
      ? needsForm()
      : new ApiError('malformed_json', { message: 'The request body must be a JSON object.' });
  return checkInput(route, request, body, route.form === null ? [] : filesInJson(route.form, body));
}

/** The same for a request whose body was a form. */
export function readFormInput(route: OperationRoute, request: FastifyRequest, body: unknown): Input {
  return checkInput(route, request, body, []);
}

/** Throws what {@link readInput} throws for anything but the body: what is refused anyway need not be uploaded. */
export function checkHead(route: OperationRoute, request: FastifyRequest): void {
  const { errors } = checkQuery(route, request);
  errors.push(...keyErrors(route, request));
  assertNone(errors);
  checkPath(route.operation.params, request.params);
}

/** @param refused errors of the field of files, which is not looked at any further. */
function checkInput(
  route: OperationRoute,
  request: FastifyRequest,
  body: unknown,
  refused: readonly ErrorDetail[],
): Input {
  const { operation } = route;
  const { errors, list, include } = checkQuery(route, request);
  // Before those of the body, which may be that it has no files.
  errors.push(...refused);
  const checked = refused.length === 0 ? body : { ...(body as object), [route.form?.part ?? '']: undefined };
  if (operation.body !== undefined)
    check(
      operation.body,
      { sent: checked, place: 'body', strict: prefersStrict(request.headers['prefer']) },
      errors,
    );
  errors.push(...keyErrors(route, request));
  assertNone(errors);
  checkPath(operation.params, request.params);
  return {
    sent: {
      ...(operation.params === undefined ? {} : { params: request.params }),
      ...(operation.query === undefined ? {} : { query: request.query }),
      ...(operation.body === undefined ? {} : { body }),
    },
    list: list ?? null,
    include,
  };
}

function checkQuery(route: OperationRoute, { query: sent, url }: FastifyRequest) {
  const errors = unknownInQuery(route, sent as Record<string, unknown>);
  const query = check(route.operation.query, { sent, place: 'query', strict: false }, errors);
  if (url.includes('%00')) errors.push(...nulErrors(sent, errors, route.isList));
  const list = route.isList ? (query as ListQuery | undefined) : undefined;
  const tooDeep = list === undefined ? null : depthError(list);
  if (tooDeep !== null) errors.push(tooDeep);
  const { include = [] } = (query ?? {}) as { include?: readonly Include[] };
  return { errors, list, include };
}

function keyErrors({ takesKey }: OperationRoute, { headers }: FastifyRequest): ErrorDetail[] {
  const error = takesKey ? idempotencyKeyError(headers['idempotency-key']) : null;
  return error === null ? [] : [error];
}

/** What is wrong with the files of a body of JSON: their bytes can only arrive in a form. */
function filesInJson({ part, json }: Form, body: unknown): readonly ErrorDetail[] {
  const files = (body as Record<string, unknown> | undefined)?.[part];
  if (files === undefined) return [];
  const message = 'must be sent as files of a multipart/form-data body';
  if (json === undefined) return [{ code: 'invalid_parameter', param: part, message, in: 'body' }];
  const parsed = z.object({ [part]: json }).safeParse({ [part]: files });
  return parsed.success ? [] : (validationError(parsed.error, { [part]: files }, 'body').details ?? []);
}

/** Parses one part; answers the parsed value, or `undefined` after adding its errors. */
function check(
  schema: z.ZodType | undefined,
  { sent, place, strict }: { sent: unknown; place: 'body' | 'query'; strict: boolean },
  errors: ErrorDetail[],
) {
  const parsed = schema?.safeParse(sent);
  if (parsed?.success === false) {
    errors.push(...(validationError(parsed.error, sent, place).details ?? []));
    return undefined;
  }
  if (strict) errors.push(...unknownParameters(sent, parsed?.data ?? {}));
  return parsed?.data;
}

/** An unknown filter that was ignored would return every record. */
function unknownInQuery({ queryParameters }: OperationRoute, query: Record<string, unknown>): ErrorDetail[] {
  const unknown = Object.keys(query).filter((name) => !queryParameters.has(name));
  return unknown
    .slice(0, DETAILS_MAX)
    .map((name) => ({ ...unknownParameter(pathOf([name])), in: 'query' as const }));
}

/**
 * PostgreSQL has no text with NUL, and no filter has a use for one. A cursor with one is malformed: its list says so. To a search it
 * is a blank.
 */
function nulErrors(query: unknown, known: readonly ErrorDetail[], lists: boolean): ErrorDetail[] {
  return Object.entries(query as Record<string, unknown>)
    .filter(([param]) => param !== 'q' && !(lists && param === 'cursor'))
    .filter((pair) => pair.flat().join('').includes('\u0000'))
    .filter(([name]) => !known.some(({ param }) => param === name))
    .map(([param]) => ({
      code: 'invalid_parameter',
      param,
      message: 'must not contain NUL characters',
      in: 'query',
    }));
}

function checkPath(schema: z.ZodType | undefined, params: unknown): void {
  const parsed = schema?.safeParse(params);
  if (parsed === undefined || parsed.success) return;
  const name = String(parsed.error.issues[0]?.path[0] ?? 'record');
  throw notFound(name.replace(/_id$/, '').replaceAll('_', ' '));
}

const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i;

/** Whether the caller asks for unknown fields of the body to be refused (`Prefer: handling=strict`, RFC 7240 section 4.4). */
export function prefersStrict(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && STRICT.test(String(prefer));
}

/** What was sent but is not known to the schema, at most {@link DETAILS_MAX}. */
export function unknownParameters(sent: unknown, parsed: unknown): ErrorDetail[] {
  return unknownPaths(sent, parsed, DETAILS_MAX).map(unknownParameter);
}

function unknownParameter(param: string): ErrorDetail {
  return { code: 'unknown_parameter', param, message: 'is not a known parameter' };
}

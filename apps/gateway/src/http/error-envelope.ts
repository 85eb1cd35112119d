import { ApiError } from '@parley/contracts';
import type { Logger } from '@parley/runtime/logging';
import { shownError } from '@parley/runtime/http/json-body';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logFieldsOf } from './request-context.ts';

/** `Retry-After` of a 503, in seconds: another gateway, or this one, is usually back at once. */
export const RETRY_SECONDS = '1';

const REPEAT =
  'The outcome of the request is unknown: it may have taken effect. Repeat it with the same Idempotency-Key.';

/** The one place where an error becomes an answer: what may be shown is shown, anything else is logged and answered 500. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { logger, baseUrl }: { logger: Logger; baseUrl: string },
): FastifyReply {
  const shown = shownError(error, request.routeOptions.bodyLimit);
  if (shown === null)
    logger.error(
      { event: 'http.request.failed', err: error, ...logFieldsOf(request), method: request.method },
      'unexpected error',
    );
  const answer = repeatable(request, shown) ?? new ApiError('internal_error');
  if (answer.code === 'insufficient_scope')
    void reply.header('www-authenticate', challengeOf(answer.scopes ?? []));
  if (answer.retryAfter !== undefined) void reply.header('retry-after', String(answer.retryAfter));
  // What may have taken effect is not to be repeated by anybody who has not read why.
  else if (answer.status === 503 && answer.code !== 'outcome_unknown')
    void reply.header('retry-after', RETRY_SECONDS);
  // Fastify closes the connection after an unread body, and the reset can overtake the answer; Node reads the rest and drops it.
  return reply.removeHeader('connection').code(answer.status).send(answer.toBody(request.id, baseUrl));
}

/** A request with an `Idempotency-Key` may be repeated as it is; others say by default to look first. */
function repeatable({ operationRoute, headers }: FastifyRequest, error: ApiError | null): ApiError | null {
  const hasKey = operationRoute?.takesKey === true && headers['idempotency-key'] !== undefined;
  if (error?.code !== 'outcome_unknown' || !hasKey) return error;
  return new ApiError('outcome_unknown', { message: REPEAT, cause: error });
}

/** `WWW-Authenticate` of a token that lacks a scope, wherever that was found out (RFC 6750 section 3.1). */
function challengeOf(scopes: readonly string[]): string {
  const named = scopes.length === 0 ? '' : `, scope="${scopes.join(' ')}"`;
  return `Bearer realm="api", error="insufficient_scope"${named}`;
}

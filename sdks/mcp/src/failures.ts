import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError, CancelledError, ConnectionError, type ParleyError, RateLimitError } from '@parley/client';
import { RateLimited } from './session.ts';
import { cut, fenced, visible } from './untrusted.ts';

/** Wrong arguments that only the tool itself can notice. The message is one of ours. */
export class ArgumentError extends Error {}

const MESSAGE_MAX = 500;
const REPEAT = 'It may have been done: look at the record before you call again.';

/** What a model is to do about an error of the API, by its code. */
const NEXT: Readonly<Record<string, string>> = {
  address_not_allowed: 'The credential may not be used from here: tell the person, and do not try again.',
  ambiguous_match: 'Name the contact by its id.',
  duplicate_value: 'Another record has this value: use that record, or another value.',
  insufficient_scope: 'The credential lacks a scope: tell the person, and do not try again.',
  invalid_api_key: 'The credential is not valid: the person has to replace it.',
  invalid_parameter: 'Correct the parameter and call again. A cursor belongs to the same arguments.',
  missing_api_key: 'There is no credential: the person has to sign in.',
  missing_parameter: 'Add the parameter and call again.',
  not_found: 'There is no such record. Search for it, and use the id that is shown.',
  outcome_unknown: REPEAT,
  role_forbidden: 'The role of the user does not allow this: tell the person, and do not try again.',
  token_expired: 'The access has expired: the person has to sign in again.',
};

/** An error as a result: what happened and what to do next. Errors that no caller may know are reported, and shown as `internal_error`. */
export function failureOf(error: unknown, report: (error: unknown) => void): CallToolResult {
  if (error instanceof ArgumentError) return failure('invalid_parameter', error.message);
  if (error instanceof RateLimited) return rateLimited(error.seconds);
  if (error instanceof RateLimitError) return rateLimited(error.retryAfter ?? 1);
  if (error instanceof ApiError) return apiFailure(error);
  if (error instanceof CancelledError) return failure('timeout', ifUnknown(error, 'It took too long.'));
  if (error instanceof ConnectionError)
    return failure('connection_failed', ifUnknown(error, 'Parley cannot be reached: try again later.'));
  report(error);
  return failure('internal_error', 'Try again later, and tell the person if it happens again.');
}

const rateLimited = (seconds: number): CallToolResult =>
  failure('rate_limit_exceeded', `Wait ${Math.ceil(seconds)} seconds, then call again.`);

function ifUnknown({ outcome }: ParleyError, otherwise: string): string {
  return outcome === 'unknown' ? `${otherwise} ${REPEAT}` : otherwise;
}

function apiFailure(error: ApiError): CallToolResult {
  const { code = `http_${error.status}`, param } = error;
  const next = NEXT[code] ?? ifUnknown(error, error.status >= 500 ? 'Try again later.' : 'Do not try again.');
  const details = { param, untrusted_message: error.message };
  return failure(/^[a-z_0-9]+$/.test(code) ? code : 'error', next, details);
}

/** Messages of the API may repeat what was sent, and parameters may be keys of custom fields, so they are fenced, too. */
function failure(code: string, next: string, details?: Record<string, string | undefined>): CallToolResult {
  const head = `Error ${code}. ${next}`;
  const entries = Object.entries(details ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, visible(cut(value, MESSAGE_MAX))]],
  );
  const text = entries.length === 0 ? head : `${head}\n${fenced([Object.fromEntries(entries)])}`;
  return { content: [{ type: 'text', text }], isError: true };
}

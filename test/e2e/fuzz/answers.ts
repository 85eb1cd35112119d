import type { ErrorBody } from '@parley/contracts';
import { expectDocumented } from '@parley/testing';
import type { Described } from './document.ts';
import type { HttpRequest } from './http-request.ts';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Messages of what a schema can say: types, listed values, limits, patterns and required fields. The other ones are of rules, which
 * the document tells in words: that a text is an address, or that a record exists.
 */
const OF_SCHEMA =
  /^(must be (a string|a number|a whole number( of at least \d+)?|true or false|an array|an object|null|one of .*|at (most|least) \d+|a valid [\w ]+ id, like .*)|must have at (most|least) \d+ (character|item|value)s?|must not be empty|has an invalid format|is required)$/s;
/** Of a request that can be read. */
const UNREADABLE = new Set([
  'malformed_json',
  'malformed_multipart',
  'unsupported_media_type',
  'body_too_large',
]);

export const jsonOf = ({ headers, text }: HttpAnswer): unknown =>
  /json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : undefined;

/** What is wrong with an answer; nothing, where it does what the document says. */
export function faultsOf(
  operation: Described,
  request: HttpRequest,
  answer: HttpAnswer,
  violations: readonly string[],
): string[] {
  const faults = [...formFaults(operation, request, answer)];
  const { status } = answer;
  if (status >= 500) faults.push(`it is a ${status}`);
  if (status === 401 && operation.isSecured) faults.push('its credential is refused');
  if (violations.length > 0 && status < 300) faults.push(`it is accepted: ${violations.join('; ')}`);
  if (violations.length === 0) faults.push(...refusedBySchema(answer));
  return faults;
}

/** The same of a request of which no server reads more than the beginning: that is before there is an operation. */
export const faultsOfUnread = ({ status }: HttpAnswer): string[] =>
  status === 400 ? [] : [`the status ${status} is not that of a request that is too large`];

/** Where status, headers, content type or body are not those of the document. */
function formFaults(operation: Described, { method, target }: HttpRequest, answer: HttpAnswer): string[] {
  const { status, headers, text } = answer;
  const declared = operation.responses[String(status)];
  if (declared === undefined) return [`the status ${status} is not declared`];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const types = Object.keys(declared.content);
  if (types.length === 0 ? text !== '' : !types.includes(type))
    return [`the content type ${type} is not declared`];
  if (type === 'text/html') return [];
  try {
    expectDocumented({ method, path: target.split('?')[0] ?? '', status, headers, body: jsonOf(answer) });
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Why a request that is valid by the document was refused, where that is a matter of its schemas. */
function refusedBySchema(answer: HttpAnswer): string[] {
  const { error } = (jsonOf(answer) ?? {}) as { error?: Partial<ErrorBody> };
  if (error?.code === undefined) return [];
  if (UNREADABLE.has(error.code)) return [`it is refused as ${error.code}`];
  return (error.details ?? [])
    .filter(({ message }) => message.split(', or ').every((one) => OF_SCHEMA.test(one)))
    .map(({ param, message }) => `it is refused although the document allows it: ${param} ${message}`);
}

import type { z } from 'zod';
import './validation-messages.ts';
import { DETAILS_MAX, errorOf, type ApiError, type ErrorCode, type ErrorDetail } from './error.ts';

/** The longest path of a known parameter is that of a custom field, whose name has up to 255 characters. */
const PATH_MAX = 512;

/** Formats a path: `contact.email`, `ids[3]`. Cut after 512 characters: names of unknown parameters have any length. */
export function pathOf(path: readonly PropertyKey[]): string {
  let joined = '';
  for (const key of path) {
    if (typeof key === 'number') joined += `[${key}]`;
    else joined += joined === '' ? String(key) : `.${String(key)}`;
    if (joined.length > PATH_MAX) return `${joined.slice(0, PATH_MAX).toWellFormed()}…`;
  }
  return joined;
}

function codeOf(issue: z.core.$ZodIssue, input: unknown): ErrorCode {
  if (issue.code === 'custom')
    return (issue.params?.['code'] as ErrorCode | undefined) ?? 'invalid_parameter';
  if (issue.code === 'too_big' && issue.origin === 'array') return 'too_many_items';
  if (issue.code === 'unrecognized_keys') return 'unknown_parameter';
  const value = issue.path.reduce<unknown>((parent, key) => {
    // An item of a text that the schema has split is in the text.
    if (typeof parent === 'string') return parent;
    return typeof parent === 'object' && parent !== null
      ? (parent as Record<PropertyKey, unknown>)[key]
      : undefined;
  }, input);
  return value === undefined && issue.path.length > 0 ? 'missing_parameter' : 'invalid_parameter';
}

/** Converts validation issues to a 422: `param` is the first invalid parameter, `details` lists all. @param place where the input was, if not in the body */
export function validationError(
  error: z.ZodError,
  input: unknown,
  place?: NonNullable<ErrorDetail['in']>,
): ApiError {
  const details = error.issues.slice(0, DETAILS_MAX).map((issue): ErrorDetail => {
    const code = codeOf(issue, input);
    const param = pathOf(issue.path);
    const message = code === 'missing_parameter' && issue.code !== 'custom' ? 'is required' : issue.message;
    return { code, message, ...(param === '' ? {} : { param }), ...(place && { in: place }) };
  });
  return errorOf(details);
}

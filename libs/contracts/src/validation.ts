import type { z } from 'zod';
import { errorOf, type ApiError, type ErrorCode, type ErrorDetail } from './error.ts';

/** Formats a path: `contact.email`, `ids[3]`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (joined, key) =>
      typeof key === 'number'
        ? `${joined}[${key}]`
        : joined === ''
          ? String(key)
          : `${joined}.${String(key)}`,
    '',
  );
}

function codeOf(issue: z.core.$ZodIssue, input: unknown): ErrorCode {
  if (issue.code === 'custom')
    return (issue.params?.['code'] as ErrorCode | undefined) ?? 'invalid_parameter';
  if (issue.code === 'too_big' && issue.origin === 'array') return 'too_many_items';
  if (issue.code === 'unrecognized_keys') return 'unknown_parameter';
  const value = issue.path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null
        ? (parent as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
  return value === undefined && issue.path.length > 0 ? 'missing_parameter' : 'invalid_parameter';
}

/** Callers fix errors one by one; a longer list has no use. */
const DETAILS_MAX = 100;

/** Converts validation issues to a 422: `param` is the first invalid parameter, `details` lists all. */
export function validationError(error: z.ZodError, input: unknown): ApiError {
  const details = error.issues.slice(0, DETAILS_MAX).map((issue): ErrorDetail => {
    const code = codeOf(issue, input);
    const param = pathOf(issue.path);
    const message = code === 'missing_parameter' && issue.code !== 'custom' ? 'is required' : issue.message;
    return { code, message, ...(param === '' ? {} : { param }) };
  });
  return errorOf(details);
}

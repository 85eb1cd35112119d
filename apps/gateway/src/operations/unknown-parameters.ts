import { DETAILS_MAX, type ErrorDetail, unknownPaths } from '@parley/contracts';

const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i;

/** Whether the caller asks for unknown fields of the body to be refused (`Prefer: handling=strict`, RFC 7240 section 4.4). */
export function prefersStrict(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && STRICT.test(String(prefer));
}

/** What was sent but is not known to the schema, as details that name each path, at most 100 of them. */
export function unknownParameters(sent: unknown, parsed: unknown): ErrorDetail[] {
  return unknownPaths(sent, parsed, DETAILS_MAX).map(unknownParameter);
}

export function unknownParameter(param: string): ErrorDetail {
  return { code: 'unknown_parameter', param, message: 'is not a known parameter' };
}

import { DETAILS_MAX, type ErrorDetail, pathOf } from '@parley/contracts';

const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i;

/** Whether the caller asks for unknown fields of the body to be refused (`Prefer: handling=strict`, RFC 7240 section 4.4). */
export function prefersStrict(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && STRICT.test(String(prefer));
}

/**
 * What was sent but did not survive parsing, as details that name each path, at most 100 of them. Generic: an object key
 * that is gone from the parsed value was not known to the schema. Values that parsing turned into something else are not
 * looked into.
 */
export function unknownParameters(sent: unknown, parsed: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  compare(sent, parsed, [], found);
  return found;
}

/** @param path of the value; the same array throughout, since only what is reported needs one to keep. */
function compare(sent: unknown, parsed: unknown, path: PropertyKey[], found: ErrorDetail[]): void {
  if (!isObject(sent) || !isObject(parsed) || found.length >= DETAILS_MAX) return;
  const isList = Array.isArray(sent);
  if (isList && (!Array.isArray(parsed) || parsed.length !== sent.length)) return;
  for (const key of Object.keys(sent)) {
    path.push(isList ? Number(key) : key);
    if (Object.hasOwn(parsed, key)) compare(sent[key], parsed[key], path, found);
    else if (found.length < DETAILS_MAX) found.push(unknownParameter(pathOf(path)));
    path.pop();
  }
}

export function unknownParameter(param: string): ErrorDetail {
  return { code: 'unknown_parameter', param, message: 'is not a known parameter' };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

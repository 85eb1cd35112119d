import { type ErrorDetail, pathOf } from '@parley/contracts';

const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i;

/** Whether the caller asks for unknown parameters to be refused (`Prefer: handling=strict`, RFC 7240 section 4.4). */
export function prefersStrict(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && STRICT.test(String(prefer));
}

/**
 * What was sent but did not survive parsing, as details that name each path. Generic: an object key that is gone from
 * the parsed value was not known to the schema. Values that parsing turned into something else are not looked into.
 */
export function unknownParameters(sent: unknown, parsed: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  compare(sent, parsed, [], found);
  return found;
}

function compare(sent: unknown, parsed: unknown, path: readonly PropertyKey[], found: ErrorDetail[]): void {
  if (Array.isArray(sent)) {
    if (!Array.isArray(parsed) || parsed.length !== sent.length) return;
    sent.forEach((item, index) => compare(item, parsed[index], [...path, index], found));
    return;
  }
  if (!isObject(sent) || !isObject(parsed)) return;
  for (const key of Object.keys(sent)) {
    const here = [...path, key];
    if (Object.hasOwn(parsed, key)) compare(sent[key], parsed[key], here, found);
    else
      found.push({
        code: 'unknown_parameter',
        param: pathOf(here),
        message: 'is not a known parameter',
      });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

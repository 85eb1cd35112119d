import { pathOf } from './validation.ts';

/** The paths of at most `max` object keys that did not survive parsing, since the schema does not know them. */
export function unknownPaths(sent: unknown, parsed: unknown, max: number): string[] {
  const found: string[] = [];
  compare(sent, parsed, [], { found, max });
  return found;
}

/** @param path of the value; the same array throughout, since only what is reported needs one to keep. */
function compare(
  sent: unknown,
  parsed: unknown,
  path: PropertyKey[],
  result: { found: string[]; max: number },
): void {
  if (!isObject(sent) || !isObject(parsed) || result.found.length >= result.max) return;
  const isList = Array.isArray(sent);
  if (isList && (!Array.isArray(parsed) || parsed.length !== sent.length)) return;
  for (const key of Object.keys(sent)) {
    path.push(isList ? Number(key) : key);
    if (Object.hasOwn(parsed, key)) compare(sent[key], parsed[key], path, result);
    else if (result.found.length < result.max) result.found.push(pathOf(path));
    path.pop();
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

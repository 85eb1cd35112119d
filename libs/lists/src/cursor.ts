import { invalidParameter, malformedCursor, MAX_OFFSET, type ListQuery } from '@parley/contracts';

export interface Cursor {
  sort: string;
  /** The value of the sort column: a text, a number, or a time, which JSON writes as ISO 8601; null if it is missing. */
  after: unknown;
  id: string;
  /** Where to resume, if a page before this position was read while changes up to it could still commit. */
  resumeAt?: string | undefined;
}

/** Where the next page starts. The gateway signs it for callers. */
export function encodeCursor({ sort, after, id, resumeAt }: Cursor): string {
  const parts = resumeAt === undefined ? [sort, after, id] : [sort, after, id, resumeAt];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Node's decoder would skip other characters. The longest cursors have some 2,700. */
const CURSOR = /^[\w-]{1,4096}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function decodeCursor(text: string, sort: string, mayBeMissing: boolean): Cursor {
  if (!CURSOR.test(text)) throw malformedCursor();
  try {
    const [found, after, id, resumeAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isValue =
      typeof after === 'string' || typeof after === 'number' || (after === null && mayBeMissing);
    const isResume = resumeAt === undefined || (typeof resumeAt === 'string' && INSTANT.test(resumeAt));
    if (found === sort && isValue && isResume && typeof id === 'string' && UUID.test(id))
      return { sort, after, id, resumeAt };
  } catch {
    // Invalid JSON is reported like any other malformed cursor.
  }
  throw malformedCursor();
}

/** The start of a page: behind the row of a cursor, which has no value where that may be missing, or at an offset. */
export function pageStart(query: ListQuery, sortKey: string, mayBeMissing = false): Cursor | number {
  if (query.cursor !== undefined) return decodeCursor(query.cursor, sortKey, mayBeMissing);
  const offset = (query.page - 1) * query.per_page;
  if (offset > MAX_OFFSET)
    throw invalidParameter(
      'page',
      `exceeds the maximum offset of ${MAX_OFFSET} rows; use cursor instead`,
      'query',
    );
  return offset;
}

import { ApiError, invalidParameter, MAX_OFFSET, type ListQuery } from '@parley/contracts';

export interface Cursor {
  /** What it belongs to: a cursor of one sort means nothing in another. */
  sort: string;
  /** The value of the sort column: a text, a number, or a time, which JSON writes as ISO 8601. */
  after: unknown;
  id: string;
}

/** Where the next page starts. Opaque to callers. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.sort, cursor.after, cursor.id])).toString('base64url');
}

/**
 * What a cursor is made of; Node's decoder would drop any other character, and take the rest for one. The longest are
 * of 320 characters that JSON escapes with six bytes each: some 2,700 characters.
 */
const CURSOR = /^[\w-]{1,4096}$/;

function decodeCursor(text: string, sort: string): Cursor {
  if (!CURSOR.test(text)) throw malformedCursor();
  try {
    const [found, after, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const uuid = typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    if (found === sort && uuid && (typeof after === 'string' || typeof after === 'number'))
      return { sort, after, id };
  } catch {
    // Anything unreadable is answered the same below.
  }
  throw malformedCursor();
}

/** Also for a value that its column cannot have: a cursor that somebody made up may hold anything. */
export function malformedCursor(): ApiError {
  return new ApiError('invalid_parameter', {
    status: 400,
    param: 'cursor',
    message: 'cursor: is not one that this list gave for this sort and order',
  });
}

/** Where a page starts: after a row, or at a number of rows. */
export function startOf(query: ListQuery, sortKey: string): Cursor | number {
  if (query.cursor !== undefined) return decodeCursor(query.cursor, sortKey);
  const offset = (query.page - 1) * query.per_page;
  if (offset > MAX_OFFSET)
    throw invalidParameter('page', `reaches past row ${MAX_OFFSET}: continue with cursor instead`);
  return offset;
}

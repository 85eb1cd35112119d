import type { ByteRange } from '../storage/object-storage.ts';

const SINGLE = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i;

/** The bytes that a `Range` header asks for; `null` for the whole file, as for several ranges (RFC 9110 section 14.2); else 416. */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = SINGLE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && start > end) return null;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}

import { createHash } from 'node:crypto';
import { NIL, v7 } from 'uuid';
import { encodeId, type Id, type IdKind } from '@parley/contracts';
import type { Context } from '../context/context.ts';

/** A new uuid v7 (RFC 9562): ordered by time, so that new rows are adjacent in indexes. */
export function newUuid(): string {
  return v7();
}

/** The uuid of a record that a call creates: that of its context, or a new one. */
export function uuidOfNewRecord({ recordId }: Pick<Context, 'recordId'>): string {
  return recordId ?? newUuid();
}

/** The uuid of what belongs to others: always the same, as old as the first of them, and as random. */
export function uuidFor(kind: IdKind, ...uuids: readonly [string, ...string[]]): string {
  const hash = createHash('sha256')
    .update([kind, ...uuids].join(' '))
    .digest('hex');
  // The time and the version of a uuid v7, and its variant.
  return `${uuids[0].slice(0, 15)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** A new TypeID of the kind. */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return encodeId(kind, v7());
}

/** The latest millisecond that a uuid v7 can hold, in the year 10889. */
export const LAST_UUID_MS = 2 ** 48 - 1;

/** The smallest uuid v7 of an instant: ids from it on are of that millisecond or later. Instants beyond its range are clamped. */
export function firstUuidAt(instant: Date): string {
  const hex = Math.min(Math.max(0, instant.getTime()), LAST_UUID_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** When a uuid v7 was made, to the millisecond. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));
}

/** The least of all UUIDs (RFC 9562, 5.9): a page that begins after it begins with the first record. */
export const NIL_UUID: string = NIL;

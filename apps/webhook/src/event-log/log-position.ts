import { decodeId, encodeId, FIRST_POSITION } from '@parley/contracts';

/** A place in the event log of a tenant. */
export interface LogPosition {
  /** Position of the transaction that logged the event. */
  position: string;
  /** Uuid of the event, by which those of one transaction are ordered. */
  id: string;
  /** The partition of the event, `YYYY-MM-DD`: readers need not look into older ones. */
  day: string;
}

const FORM = /^([0-7][0-9a-f]{15})-([0-7][0-9a-hjkmnp-tv-z]{25})-(\d{4})(\d\d)(\d\d)$/;
const EVENT_PREFIX = 'evt_';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** As text, whose order is that of the positions. */
export function encodePosition({ position, id, day }: LogPosition): string {
  const event = encodeId('event', id).slice(EVENT_PREFIX.length);
  return `${BigInt(position).toString(16).padStart(16, '0')}-${event}-${day.replaceAll('-', '')}`;
}

/** `null` if the text is no position. */
export function decodePosition(text: string): LogPosition | null {
  const [, position, event, year, month, date] = FORM.exec(text) ?? [];
  const id = decodeId('event', EVENT_PREFIX + String(event));
  const day = `${year}-${month}-${date}`;
  if (position === undefined || id === null || Number.isNaN(Date.parse(day))) return null;
  return { position: BigInt(`0x${position}`).toString(), id, day };
}

/** The place behind everything with this position. */
export const behind = (position: string, day: string): LogPosition => ({ position, id: LAST_ID, day });

/** The position from which a reader gives the text that it was given, if that stands for the beginning of the log. */
export const beginning = (text: string, oldest: string): LogPosition | null =>
  text === FIRST_POSITION ? { position: '0', id: FIRST_ID, day: oldest } : null;

import { Injectable } from '@nestjs/common';
import {
  ApiError,
  decodeId,
  encodeId,
  FIRST_POSITION,
  openEventLog,
  passes,
  readEventLogs,
  uuidOf,
  type ParsedInput,
  type Presence,
  type ReadEvent,
  type Result,
} from '@parley/contracts';
import type { Context, TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { NIL_UUID } from '@parley/runtime/records';
import { WebhookConfig } from '../webhook.config.ts';
import { bodiesOf, fitting, type EventBodies } from './event-bodies.ts';
import { readPresence } from '../presence/presence.queries.ts';
import { toPresence } from '../presence/presence.serializer.ts';
import { readEnded, readEnds, readKeys, type LogKey } from './event-log.queries.ts';

interface LogPosition {
  position: string;
  id: string;
  /** The partition of the event, `YYYY-MM-DD`: readers need not look into older ones. */
  day: string;
}

type Log = ParsedInput<typeof readEventLogs>['logs'][number];
type Read = Result<typeof readEventLogs>['logs'][number];
type KeysRead = Omit<Read, 'events' | 'presence'> & { found: LogKey[] };

/** Entries that are read at a time: of one log, which a filter may leave out, and of each of many. */
const KEYS_OF_ONE = 1_000;
const KEYS_OF_ALL = 500;
const KEYS_MIN = 10;
/** Events of one log per answer, which have their bodies; fewer if these are large. */
const EVENTS_MAX = 100;

/** Reads the event log in the order of its positions, which misses nothing that commits late. */
@Injectable()
export class EventLog {
  /** All transactions of the service with a smaller position have ended. */
  #ended = '0';

  constructor(
    private readonly db: Database,
    private readonly config: WebhookConfig,
  ) {}

  @Handles(openEventLog)
  async open(ctx: TenantContext, { after }: ParsedInput<typeof openEventLog>) {
    const ends = await this.#endsOf(ctx);
    if (ends === undefined) throw new ApiError('internal_error');
    const { last, next, today, oldest } = ends;
    if (after === null) return { position: encodePosition(behind(last, today)) };
    const position = beginning(after, oldest) ?? decodePosition(after);
    if (position === null || BigInt(position.position) >= BigInt(next))
      throw new ApiError('invalid_parameter', { status: 400 });
    if (position.day < oldest) throw new ApiError('position_expired');
    return { position: encodePosition(position) };
  }

  @Handles(readEventLogs)
  async read(_ctx: Context, { logs }: ParsedInput<typeof readEventLogs>) {
    const limit = logs.length === 1 ? KEYS_OF_ONE : Math.max(KEYS_MIN, Math.floor(KEYS_OF_ALL / logs.length));
    const starts = logs.map((log, place) => ({
      place,
      workspace_id: uuidOf('workspace', log.workspace_id),
      mode: log.mode,
      ...startOf(log),
    }));
    const keys = await this.#keysOf(JSON.stringify(starts), limit);
    const ofLog = logs.map((): LogKey[] => []);
    for (const key of keys) ofLog[key.place]?.push(key);
    const read = logs.map((log, place) => keysRead(log, ofLog[place] ?? [], limit));
    const bodies = await bodiesOf(this.db, inTurn(read.map(({ found }) => found)));
    const presence = await this.#presenceOf(
      starts.filter(({ place }) => logs[place]?.with_presence === true),
    );
    return {
      logs: read.map((one, place) => ({
        ...withBodies(logs[place]?.after ?? '', one, bodies),
        presence: presence.get(place) ?? [],
      })),
    };
  }

  async #presenceOf(tenants: readonly object[]): Promise<ReadonlyMap<number, Presence[]>> {
    const found = new Map<number, Presence[]>();
    if (tenants.length === 0) return found;
    for (const row of await this.db.system(readPresence, [JSON.stringify(tenants)])) {
      const own = found.get(row.place) ?? [];
      found.set(row.place, own);
      own.push(toPresence(row));
    }
    return found;
  }

  async #endsOf(ctx: TenantContext) {
    const read = () => this.db.read(ctx).one(readEnds, [this.config.WEBHOOK_RETENTION, this.#ended]);
    const ends = await read();
    return ends?.is_overdue === true && (await this.#haveMoreEnded()) ? read() : ends;
  }

  async #keysOf(starts: string, limit: number): Promise<LogKey[]> {
    const read = () => this.db.system(readKeys, [starts, limit, this.#ended]);
    const keys = await read();
    return keys.some((key) => key.is_overdue) && (await this.#haveMoreEnded()) ? read() : keys;
  }

  /** Called only where a transaction is open for long: it costs about as much as a read. */
  async #haveMoreEnded(): Promise<boolean> {
    const before = this.#ended;
    const [{ position } = { position: before }] = await this.db.system(readEnded);
    if (BigInt(position) > BigInt(this.#ended)) this.#ended = position;
    return this.#ended !== before;
  }
}

function startOf({ after }: Log): LogPosition {
  const position = decodePosition(after);
  // Checked when the log was opened.
  if (position === null) throw new ApiError('internal_error');
  return position;
}

/** The events that the filters let through, up to the first that others may still precede. */
function keysRead(log: Log, keys: readonly LogKey[], limit: number): KeysRead {
  const entries = keys.filter(({ position }) => position !== null);
  const unsettled = entries.findIndex(({ is_settled: isSettled }) => !isSettled);
  const settled = unsettled === -1 ? entries : entries.slice(0, unsettled);
  const found: LogKey[] = [];
  for (const key of settled) {
    if (!passes(log.filter, { ...key, resource: key.subject })) continue;
    if (found.length === EVENTS_MAX)
      return { position: positionOf(found.at(-1)) ?? log.after, is_end: false, found };
    found.push(key);
  }
  const isEnd = entries.length < limit || unsettled !== -1;
  const last = positionOf(settled.at(-1)) ?? log.after;
  const [first] = keys;
  // An idle reader advances too: its position stays within the retention, and it reads the newest partitions alone.
  const complete =
    !isEnd || unsettled !== -1 || first === undefined
      ? last
      : encodePosition(behind(String(BigInt(first.horizon) - 1n), first.today));
  return { position: complete > last ? complete : last, is_end: isEnd, found };
}

const positionOf = (key: LogKey | undefined): string | undefined =>
  key?.position == null ? undefined : encodePosition({ ...key, position: key.position });

/** The first of each, then the second of each: large events of one log leave room for those of the others. */
function inTurn(logs: readonly (readonly LogKey[])[]): LogKey[] {
  const longest = Math.max(...logs.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => logs.flatMap((log) => log[index] ?? [])).flat();
}

/** A log as far as the answer has room for its bodies. */
function withBodies(
  after: string,
  { found, ...rest }: KeysRead,
  bodies: EventBodies,
): Omit<Read, 'presence'> {
  const fits = found.slice(0, fitting(bodies, found));
  const events = fits.flatMap((key) => eventOf(key, bodies));
  if (fits.length === found.length) return { ...rest, events };
  return { position: positionOf(fits.at(-1)) ?? after, is_end: false, events };
}

/** Nothing for an event that an erasure is deleting. */
function eventOf(key: LogKey, bodies: EventBodies): ReadEvent[] {
  const [position, body] = [positionOf(key), bodies.get(key.id)];
  if (position === undefined || body == null) return [];
  const { type, subject: resource, credential } = key;
  return [{ position, type, resource, credential, body: body.toString() }];
}

const FORM = /^([0-7][0-9a-f]{15})-([0-7][0-9a-hjkmnp-tv-z]{25})-(\d{4})(\d\d)(\d\d)$/;
const EVENT_PREFIX = 'evt_';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function encodePosition({ position, id, day }: LogPosition): string {
  const event = encodeId('event', id).slice(EVENT_PREFIX.length);
  return `${BigInt(position).toString(16).padStart(16, '0')}-${event}-${day.replaceAll('-', '')}`;
}

function decodePosition(text: string): LogPosition | null {
  const [, position, event, year, month, date] = FORM.exec(text) ?? [];
  const id = decodeId('event', EVENT_PREFIX + String(event));
  const day = `${year}-${month}-${date}`;
  if (position === undefined || id === null || !isDay(day)) return null;
  return { position: BigInt(`0x${position}`).toString(), id, day };
}

/** Whether the calendar has the day: `Date` takes the 31st of November for the 1st of December, and PostgreSQL refuses it. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const behind = (position: string, day: string): LogPosition => ({ position, id: LAST_ID, day });

/** The position from which a reader gives the text that it was given, if that stands for the beginning of the log. */
const beginning = (text: string, oldest: string): LogPosition | null =>
  text === FIRST_POSITION ? { position: '0', id: NIL_UUID, day: oldest } : null;

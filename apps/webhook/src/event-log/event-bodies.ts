import { systemStatement, type Database } from '@parley/persistence';

/** Bytes of bodies per answer: one may have a megabyte, as JSON within JSON twice that; a frame between services has 64 MiB. */
const BYTES_MAX = 4 * 1024 * 1024;

interface BodyRow {
  id: string;
  /** Null if the bodies before it have reached the limit. */
  body: Buffer | null;
}

/** The bodies of events `$2` of the days `$1`, as far as those before them have less than `$3` bytes. */
const readBodies = systemStatement<BodyRow>(
  'event_log.bodies',
  'the events were found in the logs of their tenants',
  `select id, case when bytes - octet_length(body) < $3::bigint then body end as body
     from (select e.id, e.body, sum(octet_length(e.body)) over (order by wanted.place) as bytes
             from unnest($1::date[], $2::uuid[]) with ordinality as wanted(day, id, place)
             join event e on e.day = wanted.day and e.id = wanted.id) found`,
);

/** Bodies of events in their order: without those that an erasure is deleting, and null where the answer is full. */
export type EventBodies = ReadonlyMap<string, Buffer | null>;

/** Reads the bodies of events, in their order: that of the first at least. */
export async function bodiesOf(db: Database, events: readonly { id: string; day: string }[]) {
  if (events.length === 0) return new Map();
  const values = [events.map(({ day }) => day), events.map(({ id }) => id), BYTES_MAX];
  const rows = await db.system(readBodies, values);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** How many of the first events the answer has room for. */
export function fitting(bodies: EventBodies, events: readonly { id: string }[]): number {
  const full = events.findIndex(({ id }) => bodies.get(id) === null);
  return full === -1 ? events.length : full;
}

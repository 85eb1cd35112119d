import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServiceName } from '@parley/contracts';
import { requireServerVersion } from '@parley/runtime/server-version';

export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** First half of the advisory lock keys of migrations; the second is the schema. */
const LOCK_CLASS = 7_304;
const LOCK_POLL_MS = 200;

/** Connects once, so that a start fails early with the reason. Throws a ServerVersionError if it is older than `least`. */
export async function checkDatabaseConnection(url: string, least?: string): Promise<void> {
  await connected(url, () => Promise.resolve(), least);
}

/** Does work on a connection of its own. Throws a ServerVersionError if the server is too old. */
export async function connected<T>(url: string, work: (query: Query) => Promise<T>, least?: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  // An idle connection that is lost makes the next statement fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const query: Query = async <Row>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as Row[];
    await checkServerVersion(query, least);
    return await work(query);
  } finally {
    await client.end();
  }
}

/** Throws a ServerVersionError if the server is older than `least`, by default than the oldest that is supported. */
export async function checkServerVersion(query: Query, least?: string): Promise<void> {
  const [row] = await query<{ version: string }>("select current_setting('server_version') as version");
  requireServerVersion('PostgreSQL', row?.version ?? '', least);
}

/**
 * Waits until no other process migrates the schema, by a lock of this connection. Polled, because `create index
 * concurrently` waits for every older statement, also one that waits. `onWait` is called once.
 */
export async function lockMigrations(query: Query, service: ServiceName, onWait: (reason: string) => void) {
  const key = [LOCK_CLASS, service];
  // What a killed process left running ends soon, and with it the lock that the next one waits for.
  await query('set client_connection_check_interval = 500');
  for (let attempt = 0; ; attempt += 1) {
    const [row] = await query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      key,
    );
    if (row?.locked === true) return;
    if (attempt === 0) {
      const [holder] = await query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and classid = $1::int::oid
           and objid = hashtext($2)::int8::bit(32)::int8::oid
           and database = (select oid from pg_database where datname = current_database())`,
        key,
      );
      onWait(`waiting for another migration of this schema (pid ${holder?.pid ?? 'unknown'})`);
    }
    await delay(LOCK_POLL_MS);
  }
}

interface Blocker {
  readonly pid: number;
  readonly application_name: string | null;
  readonly state: string | null;
  readonly seconds: number | null;
  readonly query: string | null;
}

const BLOCKERS = `
  select b.pid, application_name, state, extract(epoch from now() - xact_start)::int as seconds,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as query
    from unnest(pg_blocking_pids($1)) b (pid) left join pg_stat_activity using (pid)
   order by xact_start limit 3`;

/** Looks from another connection for who a connection waits for, until the signal; a failure only costs the names. */
export async function watchBlockers(
  url: string,
  pid: number,
  { intervalMs, signal }: { intervalMs: number; signal: AbortSignal },
  onBlocked: (blockers: string) => void,
): Promise<void> {
  try {
    await delay(intervalMs, undefined, { signal });
    await connected(url, async (query) => {
      for (;;) {
        const rows = await query<Blocker>(BLOCKERS, [pid]);
        if (rows.length > 0) onBlocked(rows.map(describeBlocker).join(', '));
        await delay(intervalMs, undefined, { signal });
      }
    });
  } catch {
    return;
  }
}

function describeBlocker({ pid, application_name: name, state, seconds, query }: Blocker): string {
  const who = [name, `${state ?? 'unknown'} for ${seconds ?? 0} s`].filter(
    (part) => part !== null && part !== '',
  );
  return `pid ${pid} (${who.join(', ')}: "${query ?? ''}")`;
}

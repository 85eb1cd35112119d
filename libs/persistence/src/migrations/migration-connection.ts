import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServiceName } from '@parley/contracts';
import { requireServerVersion } from '@parley/kernel';

/** First half of the advisory lock keys of migrations; the second is the schema. */
const LOCK_CLASS = 7_304;
const LOCK_POLL_MS = 200;

/** Connects once, so that a start fails early with the reason. Throws a ServerVersionError if it is older than `least`. */
export async function checkDatabaseConnection(url: string, least?: string): Promise<void> {
  await connected(url, () => Promise.resolve(), least);
}

/** Does work on a connection of its own. Throws a ServerVersionError if the server is too old. */
export async function connected<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  least?: string,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // An idle connection that is lost makes the next statement fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    requireServerVersion('PostgreSQL', rows[0]?.version ?? '', least);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Does work that one process at a time may do on the schema of a service; the others wait. The lock belongs to the
 * connection, so a crash releases it; a connection pooler in transaction mode would break that. It is polled, because
 * `create index concurrently` waits for every statement that is older, and so for one that waits for the lock.
 * @param onWait called once, with who holds the lock.
 */
export function underMigrationLock<T>(
  url: string,
  service: ServiceName,
  work: (client: Client) => Promise<T>,
  onWait: (reason: string) => void = () => undefined,
): Promise<T> {
  return connected(url, async (client) => {
    const key = [LOCK_CLASS, service];
    // What a killed process left running ends soon, and with it the lock that the next one waits for.
    await client.query('set client_connection_check_interval = 500');
    for (let attempt = 0; ; attempt += 1) {
      const locked = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as locked',
        key,
      );
      if (locked.rows[0]?.locked === true) return work(client);
      if (attempt === 0) {
        const holder = await client.query<{ pid: number }>(
          `select pid from pg_locks where locktype = 'advisory' and granted and classid = $1::int::oid
             and objid = hashtext($2)::int8::bit(32)::int8::oid
             and database = (select oid from pg_database where datname = current_database())`,
          key,
        );
        onWait(`waiting for another migration of this schema (pid ${holder.rows[0]?.pid ?? 'unknown'})`);
      }
      await delay(LOCK_POLL_MS);
    }
  });
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

/**
 * Looks from another connection for what a connection waits for, while it runs a statement: after the statement has given
 * up, nothing tells. The connection is opened only if a statement takes longer than the interval.
 */
export class LockWatch {
  readonly #stopped = new AbortController();
  readonly #watching: Promise<void>;
  #blockers = '';

  /** @param onBlocked called when the same processes block for longer than two intervals, once for each change of them. */
  constructor(
    private readonly url: string,
    private readonly pid: number,
    private readonly intervalMs: number,
    private readonly onBlocked: (blockers: string) => void = () => undefined,
  ) {
    // A watch that fails only costs the names of the blockers.
    this.#watching = this.#watch().catch(() => undefined);
  }

  /** What blocked last, as `pid 12 (parley-ticket, idle in transaction for 9 s: "select …")`; empty if nothing was seen. */
  get blockers(): string {
    return this.#blockers;
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const pause = () => delay(this.intervalMs, undefined, { signal: this.#stopped.signal });
    await pause();
    await connected(this.url, async (client) => {
      let [pids, seen] = ['', 0];
      for (;;) {
        const { rows } = await client.query<Blocker>(BLOCKERS, [this.pid]);
        const now = rows.map(({ pid }) => pid).join();
        seen = now === pids ? seen + 1 : 0;
        pids = now;
        if (now !== '') this.#blockers = rows.map(describeBlocker).join(', ');
        if (now !== '' && seen === 2) this.onBlocked(this.#blockers);
        await pause();
      }
    });
  }
}

function describeBlocker({ pid, application_name: name, state, seconds, query }: Blocker): string {
  const who = [name, `${state ?? 'unknown'} for ${seconds ?? 0} s`].filter(
    (part) => part !== null && part !== '',
  );
  return `pid ${pid} (${who.join(', ')}: "${query ?? ''}")`;
}

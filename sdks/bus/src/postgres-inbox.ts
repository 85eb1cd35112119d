import { rejectedOnAbort } from './concurrency.ts';
import type { Inbox } from './inbox.ts';

export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ rowCount: number | null }>;
  /** Returns the connection to its pool; closes it, which rolls back its transaction, if an argument is given. */
  release(destroy?: boolean): void;
}

export interface SqlPool<Client extends SqlClient> {
  connect(): Promise<Client>;
}

export interface PostgresInboxOptions {
  /** Table of the inbox, with or without a schema; created if it is missing. */
  readonly table?: string;
  /** How long processed events are remembered: longer than a queue may wait. */
  readonly retentionDays?: number;
}

const TABLE = 'processed_event';
const RETENTION_DAYS = 7;
const AVAILABLE_TIMEOUT_MS = 5_000;
const PREPARE_TIMEOUT_MS = 30_000;
const PRUNE_TIMEOUT_MS = 60_000;
/** Rows that one statement deletes, so that it holds no lock for long. */
const PRUNE_BATCH = 10_000;

/** An inbox in the service's own PostgreSQL: an event's record and what its handler writes commit together. */
export class PostgresInbox<Client extends SqlClient> implements Inbox<Client> {
  readonly #table: string;
  readonly #retentionDays: number;

  constructor(
    private readonly pool: SqlPool<Client>,
    { table = TABLE, retentionDays = RETENTION_DAYS }: PostgresInboxOptions = {},
  ) {
    if (!/^(?:[a-z_]\w*\.)?[a-z_]\w*$/.test(table)) throw new Error(`not the name of a table: ${table}`);
    this.#table = table;
    this.#retentionDays = retentionDays;
  }

  prepare(): Promise<void> {
    return this.#withClient(AbortSignal.timeout(PREPARE_TIMEOUT_MS), async (client) => {
      await client.query('begin');
      // `if not exists` fails when two processes create the table at the same time.
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [`parley inbox ${this.#table}`]);
      await client.query(`create table if not exists ${this.#table} (
        consumer text not null, event_id text not null, processed_at timestamptz not null default now(),
        primary key (consumer, event_id))`);
      await client.query(
        `create index if not exists ${this.#table.replace(/^.*\./, '')}_age on ${this.#table} (processed_at)`,
      );
      await client.query('commit');
    });
  }

  process(
    consumer: string,
    eventId: string,
    work: (client: Client) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#withClient(signal, async (client) => {
      await client.query('begin');
      const taken = await client.query(
        `insert into ${this.#table} (consumer, event_id) values ($1, $2) on conflict do nothing`,
        [consumer, eventId],
      );
      const isNew = taken.rowCount === 1;
      if (isNew) await work(client);
      // An abort may have been too late for the handler to notice it.
      signal.throwIfAborted();
      await client.query('commit');
      return isNew;
    });
  }

  isAvailable(): Promise<boolean> {
    return this.#withClient(AbortSignal.timeout(AVAILABLE_TIMEOUT_MS), (client) =>
      client.query('select 1'),
    ).then(
      () => true,
      () => false,
    );
  }

  async prune(): Promise<void> {
    const statement = `delete from ${this.#table} where ctid = any(array(select ctid from ${this.#table}
      where processed_at < now() - make_interval(days => $1) limit ${PRUNE_BATCH}))`;
    await this.#withClient(AbortSignal.timeout(PRUNE_TIMEOUT_MS), async (client) => {
      for (let deleted = PRUNE_BATCH; deleted === PRUNE_BATCH;)
        deleted = (await client.query(statement, [this.#retentionDays])).rowCount ?? 0;
    });
  }

  /** A connection that has failed, or whose work ran out of time, is closed: nothing of its transaction remains. */
  async #withClient<T>(signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const connecting = this.pool.connect();
    const client = await rejectedOnAbort(connecting, signal).catch((error: unknown) => {
      void connecting.then(
        (late) => late.release(),
        () => undefined,
      );
      throw error;
    });
    const working = work(client);
    try {
      const result = await rejectedOnAbort(working, signal);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      // It fails as soon as it uses the closed connection.
      working.catch(() => undefined);
      throw error;
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ServiceName } from '@parley/contracts';
import { isSerializationFailure } from '../client/errors.ts';
import { LockWatch } from './migration-connection.ts';
import {
  concurrentIndexOf,
  MigrationError,
  type MigrationFile,
  type SqlStatement,
} from './migration-files.ts';

/** How migrations deal with locks that others hold. */
export interface MigrationLimits {
  /**
   * How long a statement waits for a lock, in milliseconds. Every request for the same table queues behind it, so this
   * is less than the lock timeout of services.
   */
  readonly lockTimeoutMs: number;
  /** How long one migration is tried again, in milliseconds, until the job fails. */
  readonly retryForMs: number;
}

export const DEFAULT_LIMITS: MigrationLimits = { lockTimeoutMs: 3_000, retryForMs: 120_000 };

const LONGEST_PAUSE_MS = 15_000;
const PROGRESS_EVERY_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Applies migrations to the schema of a service, over the connection that holds its migration lock. */
export class MigrationRun {
  constructor(
    private readonly client: Client,
    private readonly options: {
      readonly url: string;
      readonly pid: number;
      readonly service: ServiceName;
      readonly limits: MigrationLimits;
      /** Gets a line for the operator when the migration waits. */
      readonly onWait: (line: string) => void;
    },
  ) {}

  /** Throws a MigrationError that names file, line and statement, or who holds a lock. */
  async apply(file: MigrationFile): Promise<void> {
    if (file.mode === 'in-transaction')
      await this.#retried(file, () =>
        this.#transaction(async () => {
          for (const statement of file.statements) await this.#run(file, statement);
          await this.#record(file);
        }),
      );
    else {
      if (file.mode === 'in-batches') await this.#applyInBatches(file);
      else await this.#applyOutsideTransaction(file);
      await this.#record(file);
    }
  }

  /** Each batch is committed, so a process that was killed continues where it was. */
  async #applyInBatches(file: MigrationFile): Promise<void> {
    let [rows, told] = [0, performance.now()];
    for (;;) {
      const began = performance.now();
      const changed = await this.#retried(file, () =>
        this.#transaction(async () => {
          let count = 0;
          for (const statement of file.statements) count += await this.#run(file, statement);
          return count;
        }),
      );
      if (changed === 0) return;
      rows += changed;
      const now = performance.now();
      if (now - told > PROGRESS_EVERY_MS) {
        this.options.onWait(`${file.name} has changed ${rows} rows`);
        told = now;
      }
      // Half of the time belongs to the requests.
      await delay(now - began);
    }
  }

  /** Without a lock timeout: what builds an index concurrently lets reads and writes pass while it waits. */
  async #applyOutsideTransaction(file: MigrationFile): Promise<void> {
    for (const statement of file.statements) {
      const index = concurrentIndexOf(statement);
      const isValid = index === undefined ? undefined : await this.#isValid(index);
      if (isValid === true) continue;
      await this.#retried(file, async () => {
        await this.client.query('set lock_timeout = 0');
        // An interrupted statement leaves an index that is updated, but not used.
        if (index !== undefined) await this.client.query(`drop index concurrently if exists ${index}`);
        await this.#run(file, statement);
      });
    }
  }

  /** `undefined` if there is no such index. */
  async #isValid(index: string): Promise<boolean | undefined> {
    const { rows } = await this.client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [`${this.options.service}.${index}`],
    );
    return rows[0]?.valid;
  }

  async #transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query(`begin; set local lock_timeout = ${this.options.limits.lockTimeoutMs}`);
    try {
      const result = await work();
      await this.client.query('commit');
      return result;
    } catch (error) {
      // Of a connection that is lost, nothing was committed.
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #run(file: MigrationFile, { text, line }: SqlStatement): Promise<number> {
    try {
      return (await this.client.query(text)).rowCount ?? 0;
    } catch (error) {
      const statement = text.split('\n', 1)[0];
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Migration ${file.name} failed in schema "${this.options.service}" at line ${line}, "${statement}": ${reason}`;
      throw new MigrationError(message, { cause: error });
    }
  }

  async #record({ name, checksum }: MigrationFile): Promise<void> {
    await this.client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
  }

  /**
   * Repeats work that cannot get its locks, with pauses in which the queue behind it passes: each as long as the wait
   * before at least.
   */
  async #retried<T>(file: MigrationFile, work: () => Promise<T>): Promise<T> {
    const { url, pid, limits, onWait } = this.options;
    const until = performance.now() + limits.retryForMs;
    for (let attempt = 0; ; attempt += 1) {
      const watch = new LockWatch(url, pid, limits.lockTimeoutMs / 3, (blockers) =>
        onWait(`${file.name} waits for ${blockers}`),
      );
      try {
        return await work();
      } catch (error) {
        if (!isLockFailure(error)) throw error;
        const blockers = watch.blockers === '' ? '' : `, which is held by ${watch.blockers}`;
        const pauseMs = Math.min(limits.lockTimeoutMs * 2 ** attempt, LONGEST_PAUSE_MS);
        if (performance.now() + pauseMs > until)
          throw new MigrationError(`${(error as Error).message}${blockers}`, { cause: error });
        onWait(`${file.name} cannot get a lock${blockers}; next try in ${pauseMs / 1000} s`);
        await delay(pauseMs);
      } finally {
        await watch.close();
      }
    }
  }
}

function isLockFailure(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error;
  return (cause as { code?: string }).code === LOCK_NOT_AVAILABLE || isSerializationFailure(cause);
}

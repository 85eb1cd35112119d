import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { ServiceName } from '@parley/contracts';
import { isSerializationFailure, pgError } from '../errors.ts';
import { watchBlockers } from './migration-connection.ts';
import { concurrentIndexOf, MigrationError, type MigrationFile } from './migration-files.ts';

export interface MigrationLimits {
  /** How long a statement waits for a lock, in milliseconds: less than services do, whose requests queue behind it. */
  readonly lockTimeoutMs: number;
  /** How long one migration is tried again, in milliseconds, until the job fails. */
  readonly retryForMs: number;
}

export const DEFAULT_LIMITS: MigrationLimits = { lockTimeoutMs: 3_000, retryForMs: 120_000 };

const LONGEST_PAUSE_MS = 15_000;
const PROGRESS_EVERY_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** Looks that find a blocker before the operator is told: one that is tried again after its lock timeout has fewer. */
const LOOKS_UNTIL_TOLD = 3;

interface RunOptions {
  readonly url: string;
  readonly service: ServiceName;
  readonly limits: MigrationLimits;
  readonly onApplied: (name: string) => void;
  readonly onWait: (line: string) => void;
}

/** What TypeORM's migration runner leaves to migrations: locks that others hold, indexes, batches, and errors that say where. */
export class MigrationRun {
  #file: MigrationFile | undefined;
  #attempts = 0;
  #until = Infinity;
  #blockers = '';

  constructor(private readonly options: RunOptions) {}

  migrationOf(file: MigrationFile): new () => MigrationInterface {
    const up = (runner: QueryRunner) => this.#apply(file, runner);
    return class {
      readonly name = file.record;
      readonly transaction = file.mode === 'in-transaction';
      readonly up = up;
      down(): Promise<void> {
        throw new MigrationError('A mistake is corrected by the next file: there is no way down.');
      }
    };
  }

  finish(): void {
    if (this.#file !== undefined) this.options.onApplied(this.#file.name);
    this.#file = undefined;
  }

  /** Pauses before migrations wait for their locks again, so that the queue behind them passes. Throws all other errors. */
  async pauseAfter(error: unknown): Promise<void> {
    const { limits, onWait } = this.options;
    const { message, cause } = error as MigrationError;
    if (pgError(cause)?.code !== LOCK_NOT_AVAILABLE && !isSerializationFailure(cause)) throw error;
    const blockers = this.#blockers === '' ? '' : `, which is held by ${this.#blockers}`;
    const pauseMs = Math.min(limits.lockTimeoutMs * 2 ** this.#attempts, LONGEST_PAUSE_MS);
    if (performance.now() + pauseMs > this.#until) throw new MigrationError(message + blockers, { cause });
    onWait(`${this.#file?.name} cannot get a lock${blockers}; next try in ${pauseMs / 1000} s`);
    this.#attempts += 1;
    await delay(pauseMs);
  }

  /** Throws a MigrationError that names file and line. */
  async #apply(file: MigrationFile, runner: QueryRunner): Promise<void> {
    if (file !== this.#file) {
      // TypeORM has committed the one before.
      this.finish();
      this.#file = file;
      this.#progressed();
    }
    const stop = new AbortController();
    const watching = this.#watch(file, await pidOf(runner), stop.signal);
    try {
      if (file.mode === 'in-batches') await this.#applyInBatches(file, runner);
      else if (file.mode === 'outside-transaction') await this.#applyOutsideTransaction(file, runner);
      else await this.#applyInTransaction(file, runner);
    } catch (error) {
      throw this.#describe(file, error);
    } finally {
      stop.abort();
      await watching;
    }
  }

  #progressed(): void {
    this.#attempts = 0;
    this.#until = performance.now() + this.options.limits.retryForMs;
  }

  async #applyInTransaction(file: MigrationFile, runner: QueryRunner): Promise<void> {
    await this.#limitLocks(runner);
    // An older text that is current again is applied again.
    if (file.isRepeatable)
      await runner.query('delete from schema_migration where starts_with(name, $1)', [`${file.name} `]);
    await runner.query(file.sql);
  }

  /** Each batch is committed, so a process that was killed continues where it was. */
  async #applyInBatches(file: MigrationFile, runner: QueryRunner): Promise<void> {
    let [rows, told] = [0, performance.now()];
    for (;;) {
      const began = performance.now();
      const changed = await this.#runBatch(file, runner);
      if (changed === 0) return;
      this.#progressed();
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

  async #runBatch({ sql }: MigrationFile, runner: QueryRunner): Promise<number> {
    await runner.startTransaction();
    try {
      await this.#limitLocks(runner);
      const { affected } = await runner.query(sql, undefined, true);
      await runner.commitTransaction();
      return affected ?? 0;
    } catch (error) {
      // Of a connection that is lost, nothing was committed.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  /** Sets no lock timeout: what builds an index concurrently lets reads and writes pass while it waits. */
  async #applyOutsideTransaction(file: MigrationFile, runner: QueryRunner): Promise<void> {
    const index = concurrentIndexOf(file);
    if (index !== undefined) {
      const [found] = (await runner.query(
        'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
        [`${this.options.service}.${index}`],
      )) as { valid: boolean }[];
      if (found?.valid === true) return;
      // An interrupted statement leaves an index that is updated, but not used.
      await runner.query(`drop index concurrently if exists ${index}`);
    }
    await runner.query(file.sql);
  }

  async #limitLocks(runner: QueryRunner): Promise<void> {
    await runner.query(`set local lock_timeout = ${this.options.limits.lockTimeoutMs}`);
  }

  #watch({ name }: MigrationFile, pid: number, signal: AbortSignal): Promise<void> {
    const { url, limits, onWait } = this.options;
    this.#blockers = '';
    let looks = 0;
    return watchBlockers(url, pid, { intervalMs: limits.lockTimeoutMs / 3, signal }, (blockers) => {
      this.#blockers = blockers;
      looks += 1;
      if (looks === LOOKS_UNTIL_TOLD) onWait(`${name} waits for ${blockers}`);
    });
  }

  #describe({ name, sql }: MigrationFile, error: unknown): MigrationError {
    const { position } = pgError(error) ?? {};
    const line =
      position === undefined ? '' : ` at line ${sql.slice(0, Number(position)).split('\n').length}`;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Migration ${name} failed in schema "${this.options.service}"${line}: ${reason}`;
    return new MigrationError(message, { cause: error });
  }
}

async function pidOf(runner: QueryRunner): Promise<number> {
  const [backend] = (await runner.query('select pg_backend_pid() as pid')) as { pid: number }[];
  return backend?.pid ?? 0;
}

import type { Logger } from './logger.ts';

/** Rows that a statement removes at a time: a large delete would hold locks for long and bloat the table at once. */
export const PRUNE_BATCH = 1_000;

/** Removes batches until one is not full. `remove` answers a row for each that it has removed. */
export async function deleteInBatches(remove: () => Promise<readonly unknown[]>): Promise<void> {
  let removed = PRUNE_BATCH;
  while (removed === PRUNE_BATCH) removed = (await remove()).length;
}

/** Does each of several pieces of work, also those after one that failed. Throws the first failure in the end. */
export async function runAll(works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

export interface ScheduledJobOptions {
  everyMs: number;
  /** What it means when the work fails: a log line. */
  failureMessage: string;
  logger: Logger;
}

/** Work that is done every so often, never twice at a time. What fails is told of once, and done the next time. */
export class ScheduledJob {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** It was asked for while it ran. */
  #again = false;
  #stopped = false;
  /** What went wrong at the last try. */
  #lastFailure: string | undefined;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly options: ScheduledJobOptions,
  ) {}

  /** Does it after each interval from now on. Keeps no process alive. */
  start(): void {
    this.#timer = setInterval(() => {
      if (this.#running === undefined) this.run();
    }, this.options.everyMs).unref();
  }

  /** Does it now; if it is running, once more when that has ended. */
  run(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Ends it, and waits for what is running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.work();
        this.#lastFailure = undefined;
      } catch (error) {
        this.#note(error);
      }
    }
  }

  #note(error: unknown): void {
    const { logger, failureMessage } = this.options;
    const message = String(error);
    if (message !== this.#lastFailure) logger.warn({ err: error }, failureMessage);
    this.#lastFailure = message;
  }
}

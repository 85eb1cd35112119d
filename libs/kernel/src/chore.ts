import type { Logger } from './logger.ts';

/** Rows that a statement removes at a time: a large delete would hold locks for long and bloat the table at once. */
export const PRUNE_BATCH = 1_000;

/** Removes batches until one is not full. `remove` answers a row for each that it has removed. */
export async function pruneAll(remove: () => Promise<readonly unknown[]>): Promise<void> {
  let removed = PRUNE_BATCH;
  while (removed === PRUNE_BATCH) removed = (await remove()).length;
}

export interface ChoreOptions {
  everyMs: number;
  /** What it means when the work fails: a log line. */
  trouble: string;
  logger: Logger;
}

/** Work that is done every so often, never twice at a time. What fails is told of, and done the next time. */
export class Chore {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly work: () => Promise<void>,
    private readonly options: ChoreOptions,
  ) {}

  /** Does it after each interval from now on. Keeps no process alive. */
  start(): void {
    this.#timer = setInterval(() => this.run(), this.options.everyMs).unref();
  }

  /** Does it as soon as it is not running any more. */
  run(): void {
    const { logger, trouble } = this.options;
    this.#running = this.#running
      .then(this.work)
      .catch((error: unknown) => logger.warn({ err: error }, trouble));
  }

  /** Ends it, and waits for what is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

import { withTimeout } from '../async/timeout.ts';
import type { Logger } from '../logging/logger.ts';
import { shutdown } from '../process/shutdown.ts';
import { Counter, ObservedMetric } from '../metrics.ts';

/** Jobs end early when they are asked to; one that waits for a server ends by its timeout. */
const STOP_MS = 20_000;

const runs = new Counter({
  name: 'parley_job_runs_total',
  help: 'Runs of scheduled jobs by result: succeeded, failed',
  labelNames: ['task', 'result'],
});
const jobsFailing = new ObservedMetric({
  name: 'parley_job_failing',
  help: '1 if the latest run of a scheduled job failed, else 0',
  labelNames: ['task'],
});

interface ScheduledJobOptions {
  everyMs: number;
  /** Names the log events `<name>.failed` and `<name>.recovered`. */
  name: string;
  logger: Logger;
}

/** Runs work at an interval, never twice at a time. A failure is logged once while its error stays the same. */
export class ScheduledJob {
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRequested = false;
  #lastFailure: string | undefined;
  #unobserve: () => void = () => undefined;

  /** @param work long work ends early when the signal is aborted: `stop()` waits for it. */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly options: ScheduledJobOptions,
  ) {}

  /** Whether the last run failed. */
  get isFailing(): boolean {
    return this.#lastFailure !== undefined;
  }

  /** Runs after each interval from now on. Does not keep the process alive. */
  start(): void {
    const { name: task } = this.options;
    this.#unobserve = jobsFailing.observe(() => [{ labels: { task }, value: Number(this.isFailing) }]);
    this.#timer = setInterval(() => {
      if (this.#running === undefined) this.run();
    }, this.options.everyMs).unref();
  }

  /** Runs now or, if a run is in progress, once more after it. */
  run(): void {
    if (this.#stopped.signal.aborted) return;
    this.#isRequested = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Requested after the last check of the loop.
      if (this.#isRequested) this.run();
    });
  }

  /** Stops, and waits for the run in progress: up to {@link STOP_MS}, or the end of the process. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearInterval(this.#timer);
    this.#unobserve();
    if (this.#running === undefined) return;
    const { logger, name } = this.options;
    await withTimeout(this.#running, shutdown.drainTime('intake', STOP_MS), () =>
      logger.warn({ event: `${name}.stop.incomplete` }, 'Stopped while a scheduled job was running'),
    );
  }

  async #run(): Promise<void> {
    while (this.#isRequested && !this.#stopped.signal.aborted) {
      this.#isRequested = false;
      try {
        await this.work(this.#stopped.signal);
        this.#noteSuccess();
      } catch (error) {
        this.#isRequested = false;
        this.#noteFailure(error);
      }
    }
  }

  #noteSuccess(): void {
    const { logger, name } = this.options;
    runs.inc({ task: name, result: 'succeeded' });
    if (this.isFailing) logger.info({ event: `${name}.recovered` }, 'Scheduled job recovered');
    this.#lastFailure = undefined;
  }

  #noteFailure(error: unknown): void {
    const { logger, name } = this.options;
    const failure = String(error);
    runs.inc({ task: name, result: 'failed' });
    if (failure !== this.#lastFailure)
      logger.warn({ event: `${name}.failed`, err: error }, 'Scheduled job failed');
    this.#lastFailure = failure;
  }
}

import type { ErrorBody } from '@parley/contracts';
import type { Answer } from '@parley/testing';

export interface Outcome {
  /** `undefined` when no answer came. */
  answer: Answer<{ error?: ErrorBody; data?: { id: string } }> | undefined;
  /** When it was sent, and how long it took, in milliseconds. */
  sentAt: number;
  tookMs: number;
}

/** Requests side by side, one after the other in each worker, until told to stop; keeps what became of each. */
export class Load {
  static readonly #running = new Set<Load>();
  readonly outcomes: Outcome[] = [];
  readonly #workers: Promise<unknown>;
  #sent = 0;
  #stopped = false;

  /**
   * @param request gets the number of requests before it.
   * @param pauseMs how long a worker pauses after each request.
   */
  constructor(
    private readonly request: (sent: number) => Promise<unknown>,
    workers: number,
    private readonly pauseMs: number,
  ) {
    this.#workers = Promise.all(Array.from({ length: workers }, () => this.#work()));
    Load.#running.add(this);
  }

  /** For after each test: one that failed has left its load running. */
  static async stopAll(): Promise<void> {
    await Promise.all([...Load.#running].map((load) => load.stop()));
  }

  /** Waits for the requests under way. */
  async stop(): Promise<Outcome[]> {
    this.#stopped = true;
    Load.#running.delete(this);
    await this.#workers;
    return this.outcomes;
  }

  since(time: number): Outcome[] {
    return this.outcomes.filter(({ sentAt }) => sentAt >= time);
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      this.outcomes.push(await outcomeOf(() => this.request(this.#sent++)));
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }
}

/** What becomes of one request. */
export async function outcomeOf(request: () => Promise<unknown>): Promise<Outcome> {
  const sentAt = Date.now();
  const began = performance.now();
  const answer = (await request().catch(() => undefined)) as Outcome['answer'];
  return { answer, sentAt, tookMs: performance.now() - began };
}

/** How often each status came, `none` where no answer did: `{ 200: 60, 429: 140 }`. */
export function statusesOf(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answer } of outcomes) {
    const status = String(answer?.status ?? 'none');
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

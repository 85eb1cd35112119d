const POLL_MS = 100;
const PROBE_TIMEOUT_MS = 2_000;
/** Probes in a row without an answer after which a process gets no more requests, as with a Kubernetes probe. */
const FAILURE_THRESHOLD = 3;

/** Spreads requests over the processes that are ready, as a load balancer does that reads `/healthz`. */
export class Balancer {
  #ready: readonly string[] = [];
  /** Probes without an answer since the last one with, by process. */
  readonly #unanswered = new Map<string, number>();
  #next = 0;
  #stopped = false;
  readonly #polling: Promise<unknown>;

  constructor(private readonly urls: readonly string[]) {
    this.#polling = this.#poll();
  }

  /** Of all processes, ready or not: `127.0.0.1:3000`. */
  get addresses(): string[] {
    return this.urls.map((url) => new URL(url).host);
  }

  /** Address of a ready process, each in turn. Throws if none is. */
  pick(): string {
    const url = this.#ready[this.#next++ % this.#ready.length];
    if (url === undefined) throw new Error('no process is ready');
    return url;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#polling;
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      const probes = await Promise.all(this.urls.map(probe));
      this.#ready = this.urls.filter((url, index) => this.#isUsable(url, probes[index] ?? null));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Not ready means at once; a process that was ready and gives no answer may only be busy. */
  #isUsable(url: string, isReady: boolean | null): boolean {
    const unanswered = isReady === null ? (this.#unanswered.get(url) ?? 0) + 1 : 0;
    this.#unanswered.set(url, unanswered);
    return isReady ?? (unanswered < FAILURE_THRESHOLD && this.#ready.includes(url));
  }
}

/** Whether a process is ready; null without an answer in time. */
function probe(url: string): Promise<boolean | null> {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    (error: unknown) => ((error as Error).name === 'TimeoutError' ? null : false),
  );
}

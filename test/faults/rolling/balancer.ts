const POLL_MS = 100;
const PROBE_TIMEOUT_MS = 2_000;

/** Spreads requests over the gateways that are ready, as a load balancer does that reads `/readyz`. */
export class Balancer {
  #ready: readonly string[] = [];
  #next = 0;
  #stopped = false;
  readonly #polling: Promise<unknown>;

  constructor(private readonly gateways: readonly string[]) {
    this.#polling = this.#poll();
  }

  /** Address of a ready gateway, each in turn. Throws if none is. */
  pick(): string {
    const url = this.#ready[this.#next++ % this.#ready.length];
    if (url === undefined) throw new Error('no gateway is ready');
    return url;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#polling;
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      const probes = await Promise.all(this.gateways.map(isReady));
      this.#ready = this.gateways.filter((_, index) => probes[index]);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

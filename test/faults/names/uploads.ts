import { createFile, getFile } from '@parley/contracts';
import { ApiClient } from '@parley/testing';

const SIZE = 64 * 1024;

/** Uploads a file and asks for it, again and again, until it stops. */
export class Uploads {
  /** Requests that were not answered with success. */
  readonly failures: string[] = [];
  #stored = 0;
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly gateways: readonly string[],
    private readonly key: string,
  ) {}

  /** How many files were uploaded. */
  get stored(): number {
    return this.#stored;
  }

  start(): void {
    this.#running = Promise.all(this.gateways.map((url) => this.#repeat(new ApiClient(url, this.key))));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #repeat(client: ApiClient): Promise<void> {
    while (!this.#stopped)
      await this.#storeOne(client).catch((error: unknown) => this.failures.push((error as Error).message));
  }

  async #storeOne(client: ApiClient): Promise<void> {
    const file = new File(['a'.repeat(SIZE)], 'a.txt');
    const { data } = await client.ok(createFile, { body: { file } });
    await client.ok(getFile, { params: { file_id: data.id } });
    this.#stored += 1;
    // A file costs as much as some writes: the load is that of people, one after the other.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

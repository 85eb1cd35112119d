import type { Address } from '@parley/runtime/http';
import type { Logger } from '@parley/runtime/logging';
import { Instances, type Target } from '@parley/rpc';

/** A process that failed comes last for so long. */
const AVOID_MS = 2_000;

/** One process of the file service. */
export class UploadInstance {
  #failedAt = -Infinity;

  constructor(readonly target: Target) {}

  get failedLately(): boolean {
    return performance.now() - this.#failedAt < AVOID_MS;
  }

  noteFailure(): void {
    this.#failedAt = performance.now();
  }
}

/** The processes of the file service, in the order in which they are to be tried. */
export class UploadInstances {
  readonly #instances: Instances<UploadInstance>;
  #turn = 0;

  constructor(addresses: readonly Address[], logger: Logger) {
    this.#instances = new Instances(addresses, { create: (target) => new UploadInstance(target), logger });
  }

  /** Each begins with another one; those that failed lately come last. */
  async inOrder(): Promise<readonly UploadInstance[]> {
    if (this.#instances.all.length === 0) await this.#instances.find();
    const { all } = this.#instances;
    this.#turn += 1;
    const from = this.#turn % Math.max(1, all.length);
    const turned = [...all.slice(from), ...all.slice(0, from)];
    return [...turned.filter((one) => !one.failedLately), ...turned.filter((one) => one.failedLately)];
  }

  close(): void {
    this.#instances.close();
  }
}

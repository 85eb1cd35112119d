import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Logger } from '@parley/kernel';
import type { UploadAddress } from './upload-transport.config.ts';

/** One process of the file service. */
export interface UploadTarget {
  /** Host name as configured, for which certificates are issued. */
  readonly name: string;
  readonly ip: string;
  readonly port: number;
}

/** How often names are resolved, and so how long a new process may wait for its first upload. */
const RESOLVE_MS = 5_000;
/** A process that failed comes last for so long. */
const AVOID_MS = 2_000;

/** The processes of the file service, in the order in which they are to be tried. */
export class UploadInstances {
  #targets: readonly UploadTarget[] = [];
  #resolvedAt = -Infinity;
  #resolving: Promise<void> | undefined;
  #turn = 0;
  /** When they failed, by address. */
  readonly #failures = new Map<string, number>();

  constructor(
    private readonly addresses: readonly UploadAddress[],
    private readonly logger: Logger,
  ) {}

  /** Each begins with another one; those that failed lately come last. */
  async inOrder(): Promise<readonly UploadTarget[]> {
    const now = performance.now();
    if (now - this.#resolvedAt > RESOLVE_MS) {
      this.#resolving ??= this.#resolve().finally(() => (this.#resolving = undefined));
      if (this.#targets.length === 0) await this.#resolving;
    }
    this.#turn += 1;
    const from = this.#turn % Math.max(1, this.#targets.length);
    const turned = [...this.#targets.slice(from), ...this.#targets.slice(0, from)];
    const failedLately = (target: UploadTarget) =>
      now - (this.#failures.get(keyOf(target)) ?? -Infinity) < AVOID_MS;
    return [...turned.filter((target) => !failedLately(target)), ...turned.filter(failedLately)];
  }

  noteFailure(target: UploadTarget): void {
    this.#failures.set(keyOf(target), performance.now());
  }

  async #resolve(): Promise<void> {
    const found = (await Promise.all(this.addresses.map((address) => this.#targetsOf(address)))).flat();
    this.#targets = [...new Map(found.map((target) => [keyOf(target), target])).values()];
    this.#resolvedAt = performance.now();
    for (const key of this.#failures.keys())
      if (!this.#targets.some((target) => keyOf(target) === key)) this.#failures.delete(key);
  }

  /** A name that cannot be resolved now keeps its processes. */
  async #targetsOf({ host, port }: UploadAddress): Promise<readonly UploadTarget[]> {
    if (isIP(host) !== 0) return [{ name: host, ip: host, port }];
    try {
      const found = await lookup(host, { all: true });
      return found.map(({ address: ip }) => ({ name: host, ip, port }));
    } catch (error) {
      this.logger.warn(
        { event: 'upload.resolve.failed', err: error, host },
        'Cannot resolve the name of the file service',
      );
      return this.#targets.filter((target) => target.name === host && target.port === port);
    }
  }
}

const keyOf = ({ ip, port }: UploadTarget): string => `${ip} ${port}`;

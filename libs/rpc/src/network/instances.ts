import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Address } from '@parley/runtime/http';
import type { Logger } from '@parley/runtime/logging';

/** How often names are resolved, and so how long a new process may wait for its first request. */
const RESOLVE_MS = 5_000;

export interface Target {
  /** Host name as configured, for which certificates are issued. */
  readonly name: string;
  readonly ip: string;
  readonly port: number;
}

export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) =>
  isIP(host) === 0 ? (await lookup(host, { all: true })).map((found) => found.address) : [host];

export interface InstanceOptions<Instance> {
  readonly create: (target: Target) => Instance;
  /** Called for one that is no longer behind its name. */
  readonly remove?: (instance: Instance) => void;
  readonly logger: Logger;
  readonly resolve?: Resolve | undefined;
}

/** The processes behind some addresses. Names are resolved when one is first asked for, and regularly from then on. */
export class Instances<Instance extends { readonly target: Target }> {
  readonly #byKey = new Map<string, Instance>();
  #all: readonly Instance[] = [];
  #timer: NodeJS.Timeout | undefined;
  #resolving: Promise<void> | undefined;
  #closed = false;

  constructor(
    private readonly addresses: readonly Address[],
    private readonly options: InstanceOptions<Instance>,
  ) {}

  get all(): readonly Instance[] {
    return this.#all;
  }

  /** Resolves the names now; concurrent callers share one attempt. */
  find(): Promise<void> {
    this.#timer ??= setInterval(() => void this.find(), RESOLVE_MS).unref();
    this.#resolving ??= this.#update().finally(() => (this.#resolving = undefined));
    return this.#resolving;
  }

  /** Resolves no more names; what is known stays. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  async #update(): Promise<void> {
    const found = await Promise.all(this.addresses.map((address) => this.#targetsOf(address)));
    if (this.#closed) return;
    const targets = new Map(found.flat().map((target) => [`${target.ip} ${target.port}`, target]));
    for (const [key, instance] of this.#byKey) {
      if (targets.has(key)) continue;
      this.#byKey.delete(key);
      this.options.remove?.(instance);
    }
    for (const [key, target] of targets)
      if (!this.#byKey.has(key)) this.#byKey.set(key, this.options.create(target));
    this.#all = [...this.#byKey.values()];
  }

  /** A name that cannot be resolved now keeps its processes. */
  async #targetsOf({ host, port }: Address): Promise<Target[]> {
    try {
      return (await (this.options.resolve ?? resolveHost)(host)).map((ip) => ({ name: host, ip, port }));
    } catch (error) {
      this.options.logger.warn(
        { event: 'rpc.resolve.failed', err: error, host },
        'Cannot resolve service name',
      );
      const known = this.#all.map(({ target }) => target);
      return known.filter((target) => target.name === host && target.port === port);
    }
  }
}

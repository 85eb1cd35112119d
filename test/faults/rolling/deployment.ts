import { services } from '@parley/contracts';
import { Operator } from '@parley/testing';
import { randomBytes } from 'node:crypto';
import {
  freePorts,
  migrateInstallation,
  newInstallation,
  startProcess,
  withOwnLogins,
  type Installation,
  type RunningProcess,
  type Servers,
} from '../../setup/services-process.mjs';
import { Balancer } from './balancer.ts';
import type { Release } from './releases.ts';

export const APPS = [...services, 'gateway'] as const;
export type App = (typeof APPS)[number];

export interface DeploymentOptions {
  /** Apps that have that many replicas, and may be replaced; the others have one. */
  rolling?: readonly App[];
  replicas?: number;
  /** Where it runs, if not on the servers of all tests. */
  servers?: Servers;
  /** Whether the services log in as their own roles, through PgBouncer. */
  hasLogins?: boolean;
  /** The settings of a process, by its key: `ticket 1` is the second of its app. */
  settingsOf?: (key: string, env: Readonly<Record<string, string>>) => Record<string, string>;
}

/** The gateway and the services as separate processes, which are replaced one by one. */
export class Deployment {
  /** By app and slot. */
  readonly #running = new Map<string, RunningProcess>();
  readonly #taken = new Set<string>();

  private constructor(
    private readonly installation: Installation,
    private readonly slots: ReadonlyMap<App, readonly Record<string, string>[]>,
    readonly operator: Operator,
    /** Of the gateways. */
    readonly balancer: Balancer,
    private readonly settingsOf: NonNullable<DeploymentOptions['settingsOf']>,
  ) {}

  static async start(
    release: Release,
    { rolling = [], replicas = 1, servers, hasLogins = false, settingsOf }: DeploymentOptions,
    settings: Record<string, string>,
  ): Promise<Deployment> {
    // A rolling update starts one process more than there are replicas before it stops one.
    const surge = replicas + 1;
    const ports = await freePorts(services.length + 3 * surge + 1);
    const gatewayPorts = ports.slice(services.length, services.length + surge);
    const authPorts = ports.slice(services.length + surge, services.length + 2 * surge);
    const filesPorts = ports.slice(services.length + 2 * surge, -1);
    const uploadPort = String(ports.at(-1));
    const slots = new Map<App, Record<string, string>[]>();
    services.forEach((service, index) => {
      // One port, as in Kubernetes, on an address of its own for each process.
      const slot = (at: number) => ({
        RPC_HOST: `127.0.0.${2 + at}`,
        RPC_PORT: String(ports[index]),
        AUTH_PORT: String(authPorts[at]),
        FILES_PORT: String(filesPorts[at]),
        MAIL_HTTP_HOST: `127.0.0.${2 + at}`,
        UPLOAD_HOST: `127.0.0.${2 + at}`,
        UPLOAD_PORT: uploadPort,
      });
      const length = rolling.includes(service) ? surge : 1;
      slots.set(
        service,
        Array.from({ length }, (_, at) => slot(at)),
      );
    });
    slots.set(
      'gateway',
      gatewayPorts.map((port) => ({ GATEWAY_PORT: String(port) })),
    );
    // So that a process that is started again is the same target for what scrapes it.
    const all = [...slots.values()].flat();
    (await freePorts(all.length)).forEach((port, at) =>
      Object.assign(all[at] ?? {}, { OPERATIONS_PORT: String(port) }),
    );
    const addresses = services.flatMap((service) =>
      (slots.get(service) ?? []).map(
        (slot) => `${service}=${slot['RPC_HOST'] ?? ''}:${slot['RPC_PORT'] ?? ''}`,
      ),
    );
    const made = await newInstallation(
      {
        ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
        RPC_ADDRESSES: addresses.join(','),
        UPLOAD_ADDRESSES: (slots.get('file') ?? [])
          .map((slot) => `${slot['UPLOAD_HOST']}:${uploadPort}`)
          .join(','),
        BASE_URL: `http://127.0.0.1:${gatewayPorts[0]}`,
        AUTH_URL: `http://127.0.0.1:${authPorts[0]}`,
        FILES_URL: `http://127.0.0.1:${filesPorts[0]}`,
        DATABASE_POOL_SIZE: '5',
        LOG_LEVEL: 'error',
        REQUEST_TIMEOUT: '30s',
        ...settings,
      },
      servers,
    );
    const installation = hasLogins ? await withOwnLogins(made) : made;
    const deployment = new Deployment(
      installation,
      slots,
      await Operator.ofServices(addresses.join(',')),
      new Balancer(gatewayPorts.map((port) => `http://127.0.0.1:${port}`)),
      settingsOf ?? (() => ({})),
    );
    await deployment.#startAll(release, (app) => (rolling.includes(app) ? replicas : 1));
    return deployment;
  }

  /** What its processes have in common. */
  get env(): Readonly<Record<string, string>> {
    return this.installation.env;
  }

  /** The keys of the processes that were started, running or not. */
  get keys(): string[] {
    return [...this.#running.keys()];
  }

  /** The id of a process that runs. */
  pid(key: string): number {
    return this.#running.get(key)?.pid ?? NaN;
  }

  /** Sends a signal to a process. */
  signal(key: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.pid(key), signal);
  }

  /** Ends a process; its place stays its own. */
  async kill(key: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    await this.#running.get(key)?.end(signal);
  }

  /** Starts a process that was killed again. */
  async restart(key: string, release: Release): Promise<void> {
    this.#running.set(key, await this.#launch(key, release));
  }

  /** Where a process serves its probes and metrics, under the same key always. */
  operationsUrl(key: string): string {
    const [app, at] = key.split(' ');
    return `http://127.0.0.1:${this.slots.get(app as App)?.[Number(at)]?.['OPERATIONS_PORT'] ?? ''}`;
  }

  get databaseUrl(): string {
    return this.installation.env['DATABASE_URL'] ?? '';
  }

  get exchange(): string {
    return `${this.installation.env['BUS_PREFIX'] ?? ''}.events`;
  }

  /** Of every process that may serve the sign-in pages, running or not. */
  get authUrls(): string[] {
    return (this.slots.get('identity') ?? []).map((slot) => `http://127.0.0.1:${slot['AUTH_PORT'] ?? ''}`);
  }

  /** Runs the migration job of a release. */
  migrate({ folder }: Release): Promise<string> {
    return migrateInstallation(this.installation.env, folder);
  }

  /**
   * Replaces the processes of an app one by one.
   * @param overlap awaited while the new process and the old one run side by side.
   */
  async roll(app: App, release: Release, overlap: () => Promise<unknown>): Promise<void> {
    const old = [...this.#running.keys()].filter((key) => key.startsWith(`${app} `));
    for (const key of old) {
      await this.#startOne(app, release);
      await overlap();
      await this.#end(key);
    }
  }

  async remove(): Promise<void> {
    await this.balancer.stop();
    this.operator.close();
    await Promise.all([...this.#running.keys()].map((key) => this.#end(key)));
    await this.installation.remove();
  }

  async #startAll(release: Release, replicasOf: (app: App) => number): Promise<void> {
    const apps = APPS.flatMap((app) => Array<App>(replicasOf(app)).fill(app));
    try {
      await this.migrate(release);
      const outcomes = await Promise.allSettled(apps.map((app) => this.#startOne(app, release)));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } catch (error) {
      await this.remove();
      throw error;
    }
  }

  async #startOne(app: App, release: Release): Promise<void> {
    const slots = this.slots.get(app) ?? [];
    const at = slots.findIndex((_, index) => !this.#taken.has(`${app} ${index}`));
    const key = `${app} ${at}`;
    this.#taken.add(key);
    this.#running.set(key, await this.#launch(key, release));
  }

  #launch(key: string, release: Release): Promise<RunningProcess> {
    const [app = '', at] = key.split(' ');
    const settings = { ...this.installation.env, ...this.slots.get(app as App)?.[Number(at)] };
    return startProcess(app, { ...settings, ...this.settingsOf(key, settings) }, release.folder);
  }

  async #end(key: string): Promise<void> {
    await this.#running.get(key)?.end('SIGTERM');
    this.#running.delete(key);
    this.#taken.delete(key);
  }
}

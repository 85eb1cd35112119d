import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { services } from '@parley/contracts';
import { metricValue, Operator, parseMetrics } from '@parley/testing';
import {
  freePorts,
  migrateInstallation,
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../../setup/services-process.mjs';
import type { App } from '../rolling/deployment.ts';
import { Names, type NameServer } from './name-server.ts';

const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const root = join(import.meta.dirname, '../../..');
const RESOLVE_NAMES = pathToFileURL(join(root, 'test/setup/resolve-names.mjs')).href;

interface ProcessManifest {
  spec: {
    minReadySeconds: number;
    template: { spec: { containers: { lifecycle: { preStop: { sleep: { seconds: number } } } }[] } };
  };
}

/** The times of a rollout, as the manifests have them, in milliseconds. */
const { minReadyMs, preStopMs } = (() => {
  const { spec } = yaml.load(readFileSync(join(root, 'k8s/base/process.yaml'), 'utf8')) as ProcessManifest;
  const [container] = spec.template.spec.containers;
  return {
    minReadyMs: spec.minReadySeconds * 1000,
    preStopMs: (container?.lifecycle.preStop.sleep.seconds ?? NaN) * 1000,
  };
})();

export interface Pod {
  readonly app: App;
  readonly ip: string;
  readonly operationsPort: string;
  readonly process: RunningProcess;
}

/** Processes with addresses of their own, which callers find by names, as in Kubernetes. */
export class Cluster {
  readonly names = new Names();
  readonly #pods = new Set<Pod>();
  /** Those of pods, and of pods that are on their way out. */
  readonly #processes = new Set<RunningProcess>();
  readonly #caches: NameServer[] = [];
  #started = 0;
  /** A machine that starts several processes at once has no processor left for the load. */
  #starting: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly installation: Installation,
    readonly ports: Readonly<Record<'rpc' | 'uploads' | 'gateway' | 'auth' | 'files', number>>,
  ) {}

  static async start(replicas: Readonly<Record<App, number>>): Promise<Cluster> {
    const [rpc = 0, uploads = 0, gateway = 0, auth = 0, files = 0] = await freePorts(5);
    const installation = await newInstallation({
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      RPC_ADDRESSES: services.map((service) => `${service}=${nameOf(service)}:${rpc}`).join(','),
      UPLOAD_ADDRESSES: `${nameOf('file')}:${uploads}`,
      BASE_URL: `http://127.0.0.1:${gateway}`,
      AUTH_URL: `http://127.0.0.1:${auth}`,
      FILES_URL: `http://127.0.0.1:${files}`,
      LOG_LEVEL: 'error',
      REQUEST_TIMEOUT: '30s',
    });
    const cluster = new Cluster(installation, { rpc, uploads, gateway, auth, files });
    try {
      await migrateInstallation(installation.env);
      // As of two nodes: the answers of one are as old as they can be when an address is added, of the other when one is removed.
      cluster.#caches.push(await cluster.names.cached('added'), await cluster.names.cached('removed'));
      for (const [app, count] of Object.entries(replicas))
        for (let at = 0; at < count; at += 1) await cluster.run(app as App);
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  podsOf(app: App): Pod[] {
    return [...this.#pods].filter((pod) => pod.app === app);
  }

  get gateways(): string[] {
    return this.podsOf('gateway').map(({ ip }) => `http://${ip}:${this.ports.gateway}`);
  }

  /** The operator, who calls the service at this address. */
  operatorOf(service: App, { ip }: Pick<Pod, 'ip'>): Promise<Operator> {
    return Operator.ofServices(`${service}=${ip}:${this.ports.rpc}`);
  }

  /** An address that no pod has had. */
  nextAddress(): string {
    return `127.0.1.${(this.#started += 1)}`;
  }

  /** Starts a pod; its name leads to it once it is ready. */
  async run(app: App, ip = this.nextAddress()): Promise<Pod> {
    const start = this.#starting.then(() => this.#start(app, ip));
    this.#starting = start.catch(() => undefined);
    const pod = await start;
    this.#pods.add(pod);
    this.names.add(nameOf(app), ip);
    return pod;
  }

  /** Replaces the pods of an app as a Deployment does: each gives way once a new one has been ready for long enough. */
  async roll(app: App): Promise<void> {
    const ends: Promise<unknown>[] = [];
    for (const old of this.podsOf(app)) {
      await this.run(app);
      await delay(minReadyMs);
      ends.push(this.#terminate(old));
    }
    await Promise.all(ends);
  }

  /** Ends a process at once. Its address stays behind its name, as a cache has it. */
  async kill(pod: Pod): Promise<void> {
    this.#pods.delete(pod);
    await pod.process.end('SIGKILL');
  }

  /** How many instances of a service each gateway knows that get no calls, and that do. */
  async instancesOf(callee: App): Promise<{ available: number; ejected: number }[]> {
    return Promise.all(
      this.podsOf('gateway').map(async ({ operationsPort }) => {
        const response = await fetch(`http://127.0.0.1:${operationsPort}/metrics`);
        const samples = parseMetrics(await response.text());
        const count = (state: string) =>
          metricValue(samples, 'parley_rpc_instances', { callee, state }) ?? NaN;
        return { available: count('available'), ejected: count('ejected') };
      }),
    );
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#processes].map((process) => process.end('SIGTERM')));
    for (const cache of this.#caches) cache.close();
    await this.installation.remove();
  }

  async #start(app: App, ip: string): Promise<Pod> {
    const { rpc, uploads, gateway, auth, files } = this.ports;
    const operationsPort = String((await freePorts(1))[0]);
    // The gateways, of which there are two, are on a node each.
    const node = this.#caches[this.podsOf(app).length % this.#caches.length];
    const process = await startProcess(app, {
      ...this.installation.env,
      RPC_HOST: ip,
      RPC_PORT: String(rpc),
      UPLOAD_HOST: ip,
      UPLOAD_PORT: String(uploads),
      GATEWAY_HOST: ip,
      GATEWAY_PORT: String(gateway),
      AUTH_HOST: ip,
      AUTH_PORT: String(auth),
      FILES_HOST: ip,
      FILES_PORT: String(files),
      MAIL_HTTP_HOST: ip,
      OPERATIONS_PORT: operationsPort,
      NODE_OPTIONS: `--import=${RESOLVE_NAMES}`,
      TEST_NAME_SERVER: node?.address ?? '',
    });
    this.#processes.add(process);
    return { app, ip, operationsPort, process };
  }

  /** The pod has its address no more; while caches forget it, it still serves. */
  async #terminate(pod: Pod): Promise<void> {
    this.#pods.delete(pod);
    this.names.remove(nameOf(pod.app), pod.ip);
    await delay(preStopMs);
    await pod.process.end('SIGTERM');
  }
}

export const nameOf = (app: App): string => `${app}.test`;

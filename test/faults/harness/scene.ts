import { rm } from 'node:fs/promises';
import { RETRY_DELAYS_MS, topologyOf } from '@parley/events';
import { environmentOf } from '@parley/persistence';
import { ApiClient, eventually, type Receiver, type TcpProxy, type TestWorkspace } from '@parley/testing';
import type pg from 'pg';
import { PrivateRedis } from '../../../libs/authentication/src/redis/redis.harness.ts';
import { PrivateBroker } from '../private-broker.ts';
import { APPS, Deployment } from '../rolling/deployment.ts';
import type { Release } from '../rolling/releases.ts';
import { BusObserver } from './bus-observer.ts';
import { RETRY_SCHEDULE } from './deliveries.ts';
import type { Form, FaultCase } from './fault-case.ts';
import { LoadedTenant } from './loaded-tenant.ts';
import { PrivatePostgres } from './private-postgres.ts';
import type { LoadOptions, SeededLoad } from './seeded-load.ts';
import { REQUEST_TIMEOUT_MS } from './violations.ts';
import { Wires, type Server } from './wires.ts';

const FORM: Form = {
  apps: [],
  replicas: 1,
  brokers: 1,
  hasStandby: false,
  hasPgBouncer: false,
  settings: {},
};
const LOAD = { rate: 20, hot: 30 };
const SMALL_LOAD = { rate: 1, hot: 5 };
/** An end that ends everything. */
type Closing = () => Promise<unknown>;

export interface Run {
  readonly release: Release;
  readonly seed: number;
  /** How much longer than by default everything takes. */
  readonly scale: number;
}

/** A platform on servers of its own, with wires that a case can damage, under load. */
export class Scene {
  brokers!: readonly PrivateBroker[];
  /** The primary. */
  postgres!: PrivatePostgres;
  standby: PrivatePostgres | undefined;
  redis!: PrivateRedis;
  deployment!: Deployment;
  workspace!: TestWorkspace;
  /** The workspace of the load, and others with small loads. */
  readonly tenants: LoadedTenant[] = [];
  /** What a case has found wrong, and what it has measured. */
  readonly violations: string[] = [];
  readonly notes: string[] = [];
  brokenAt = 0;
  healedAt = 0;
  readonly #wires = new Wires();
  readonly #closings: Closing[] = [];
  readonly #form: Form;

  private constructor(
    private readonly run: Run,
    form: Partial<Form>,
  ) {
    this.#form = { ...FORM, ...form };
  }

  /** Starts everything, and the load. */
  static async open({ form = {}, load }: Pick<FaultCase, 'form' | 'load'>, run: Run): Promise<Scene> {
    const scene = new Scene(run, form);
    try {
      await scene.#startServers();
      await scene.#startPlatform();
      await scene.#openTenants({ ...LOAD, ...load });
      scene.startLoads();
      await eventually(() => scene.load.writes.length > 30);
      return scene;
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  get broker(): PrivateBroker {
    return this.brokers[0] as PrivateBroker;
  }

  get load(): SeededLoad {
    return this.#tenant.load;
  }

  get receiver(): Receiver {
    return this.#tenant.receiver;
  }

  get #tenant(): LoadedTenant {
    return this.tenants[0] as LoadedTenant;
  }

  /** The queues and exchanges of the platform. */
  get topology(): ReturnType<typeof topologyOf> {
    return topologyOf(this.deployment.env['BUS_PREFIX'] ?? '', RETRY_DELAYS_MS);
  }

  /** Where requests go. */
  gateway(): string {
    return this.deployment.balancer.pick();
  }

  /** For a key, at a gateway that is ready. Throws while none is. */
  client(key: string): ApiClient {
    return new ApiClient(this.gateway(), key);
  }

  /** The way of a process to one of its servers: `ticket 0`, `database`. */
  wire(key: string, server: Server): TcpProxy {
    return this.#wires.of(key, server);
  }

  /** The ways of all processes to their brokers, or databases. */
  wires(server: Server): TcpProxy[] {
    return [...this.#wires.to(server).values()];
  }

  /** How many connections each process has to its broker, or database, by its key. */
  connectionsOf(server: Server): Map<string, number> {
    return new Map([...this.#wires.to(server)].map(([key, { connections }]) => [key, connections]));
  }

  /** Connections of all processes to the broker. */
  get brokerConnections(): number {
    return this.wires('broker').reduce((sum, { connections }) => sum + connections, 0);
  }

  /**
   * How long a fault lasts: seconds, times `--duration`.
   * @param least seconds without which the fault would be another one, such as a freeze shorter than a lease.
   */
  lasting(seconds: number, least = 0): Promise<void> {
    const lasts = Math.max(seconds * this.run.scale, least);
    return new Promise((resolve) => setTimeout(resolve, lasts * 1000));
  }

  /** Throws unless the fault has happened: a case that breaks nothing shows nothing. */
  assertFault(hasHappened: boolean, what: string): void {
    if (!hasHappened) throw new Error(`the fault has not happened: ${what}`);
  }

  kill(key: string, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    return this.deployment.kill(key, signal);
  }

  restart(key: string): Promise<void> {
    return this.deployment.restart(key, this.run.release);
  }

  freeze(key: string): void {
    this.deployment.signal(key, 'SIGSTOP');
  }

  thaw(key: string): void {
    this.deployment.signal(key, 'SIGCONT');
  }

  /** Rows of the database of the platform, past everything that is broken. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const database = new URL(this.deployment.databaseUrl).pathname.slice(1);
    return this.postgres.query<Row>(text, database, values);
  }

  /** A subscriber of the broker that keeps everything it gets. */
  async observe(): Promise<BusObserver> {
    const observer = await BusObserver.open(this.deployment.exchange, this.broker.url);
    this.#closings.push(() => observer.close());
    return observer;
  }

  /** Events that wait in the outboxes of all services. */
  async waiting(): Promise<number> {
    const services = APPS.filter((app) => app !== 'gateway');
    const counts = services.map((service) => `(select count(*) from ${service}.outbox_queue)`);
    const [row] = await this.sql<{ n: number }>(`select (${counts.join(' + ')})::int as n`);
    return row?.n ?? NaN;
  }

  /** Begins or continues the loads of all workspaces. */
  startLoads(): void {
    for (const { load } of this.tenants) load.start();
  }

  /** Waits for the requests in progress. */
  async stopLoads(): Promise<void> {
    await Promise.all(this.tenants.map(({ load }) => load.stop()));
  }

  async close(): Promise<void> {
    this.#wires.heal();
    for (const close of this.#closings.toReversed()) await close().catch(() => undefined);
    await this.#wires.close();
  }

  async #startServers(): Promise<void> {
    const { brokers, hasStandby } = this.#form;
    const [started, postgres, redis] = await Promise.all([
      brokers === 3 ? PrivateBroker.startCluster() : PrivateBroker.start().then((broker) => [broker]),
      PrivatePostgres.start(),
      PrivateRedis.start(),
    ]);
    this.#closings.push(
      () => redis.close(),
      () => postgres.close(),
      ...started.map((broker) => () => broker.close()),
    );
    Object.assign(this, { brokers: started, postgres, redis });
    if (!hasStandby) return;
    const standby = await postgres.startStandby();
    this.standby = standby;
    this.#closings.push(() => standby.close());
  }

  async #startPlatform(): Promise<void> {
    const { apps, replicas, hasPgBouncer, settings } = this.#form;
    for (const app of APPS.filter((name) => name !== 'gateway'))
      for (let at = 0; at < (apps.includes(app) ? replicas : 1); at += 1) {
        const broker = this.brokers[at % this.brokers.length] as PrivateBroker;
        await this.#wires.add(`${app} ${at}`, 'broker', broker.url);
        await this.#wires.add(`${app} ${at}`, 'database', this.postgres.url);
      }
    this.deployment = await Deployment.start(
      this.run.release,
      {
        rolling: apps,
        replicas,
        hasLogins: hasPgBouncer,
        servers: { DATABASE_URL: this.postgres.url, AMQP_URL: this.broker.url, REDIS_URL: this.redis.url },
        settingsOf: (key, env) => this.#settingsOf(key, env),
      },
      {
        REQUEST_TIMEOUT: `${REQUEST_TIMEOUT_MS}ms`,
        WEBHOOK_TIMEOUT: '5s',
        WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE,
        LOG_LEVEL: 'warn',
        ...settings,
      },
    );
    const files = this.deployment.env['DATA_DIR'] ?? '';
    this.#closings.push(
      () => rm(files, { recursive: true, force: true }),
      () => this.#stopPlatform(),
    );
    this.workspace = await eventually(() => this.deployment.operator.workspace());
  }

  /** The load is that of one workspace; another one, and the other mode of the first, show what crosses between them. */
  async #openTenants(load: LoadOptions): Promise<void> {
    const { credentials } = this.workspace;
    const other = await eventually(() => this.deployment.operator.workspace());
    const all = [
      { credentials, mode: 'live', load },
      { credentials, mode: 'test', load: SMALL_LOAD },
      { credentials: other.credentials, mode: 'live', load: SMALL_LOAD },
    ] as const;
    for (const [at, options] of all.entries()) {
      const gateway = () => this.gateway();
      const tenant = await LoadedTenant.open({ ...options, gateway, seed: this.run.seed + at });
      this.tenants.push(tenant);
      this.#closings.push(() => tenant.close());
    }
  }

  /** A service reaches its servers by wires of its own. */
  #settingsOf(key: string, env: Readonly<Record<string, string>>): Record<string, string> {
    const [app = ''] = key.split(' ');
    if (app === 'gateway') return {};
    const own = environmentOf(app as never, env) as Record<string, string>;
    const database = this.wire(key, 'database');
    const url = new URL(own['DATABASE_URL'] ?? '');
    // Where logins lead to a pooler, the wire does too.
    database.aim({ host: url.hostname, port: Number(url.port) });
    return {
      ...own,
      DATABASE_URL: database.through(url.toString()),
      AMQP_URL: this.wire(key, 'broker').through(env['AMQP_URL'] ?? ''),
    };
  }

  async #stopPlatform(): Promise<void> {
    for (const key of this.deployment.keys) {
      try {
        this.thaw(key);
      } catch {
        // It has ended.
      }
    }
    await this.deployment.remove();
  }
}

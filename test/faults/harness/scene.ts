import { rm } from 'node:fs/promises';
import { createWebhook } from '@parley/contracts';
import { environmentOf } from '@parley/persistence';
import { eventually, Receiver, TcpProxy, type TestWorkspace } from '@parley/testing';
import type pg from 'pg';
import { PrivateRedis } from '../../../libs/admission/src/redis/redis.harness.ts';
import { PrivateBroker } from '../private-broker.ts';
import { APPS, Deployment } from '../rolling/deployment.ts';
import { BusObserver } from '../rolling/effects.ts';
import type { Release } from '../rolling/releases.ts';
import { EFFECTS } from './builds.ts';
import type { Form, LoadCase } from './fault-case.ts';
import { haveArrived, type History, type Seen } from './history.ts';
import { startHaProxy, type HaProxy } from './haproxy.ts';
import { PrivatePostgres } from './private-postgres.ts';
import { SeededLoad } from './seeded-load.ts';

export const REQUEST_TIMEOUT_MS = 5_000;
const FORM: Form = {
  apps: [],
  replicas: 1,
  brokers: 1,
  hasStandby: false,
  hasPgBouncer: false,
  hasProxy: false,
  settings: {},
};
const LOAD = { rate: 20, hot: 30 };
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
  receiver!: Receiver;
  load!: SeededLoad;
  /** What a case has found wrong, and what it has measured. */
  readonly violations: string[] = [];
  readonly notes: string[] = [];
  brokenAt = 0;
  healedAt = 0;
  readonly #wires = new Map<string, TcpProxy>();
  readonly #closings: Closing[] = [];
  readonly #form: Form;
  #proxy: HaProxy | undefined;

  private constructor(
    private readonly run: Run,
    form: Partial<Form>,
  ) {
    this.#form = { ...FORM, ...form };
  }

  /** Starts everything, and the load. */
  static async open({ form = {}, load }: Pick<LoadCase, 'form' | 'load'>, run: Run): Promise<Scene> {
    const scene = new Scene(run, form);
    try {
      await scene.#startServers();
      await scene.#startPlatform();
      const { live_key: key } = scene.workspace.credentials;
      scene.load = new SeededLoad(() => scene.gateway(), key, { ...LOAD, ...load }, run.seed);
      scene.load.start();
      scene.#closings.push(() => scene.load.stop());
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

  /** Where requests go. */
  gateway(): string {
    return this.#proxy?.url ?? this.deployment.balancer.pick();
  }

  /** The way of a process to one of its servers: `ticket 0`, `database`. */
  wire(key: string, server: 'broker' | 'database'): TcpProxy {
    const wire = this.#wires.get(`${key} ${server}`);
    if (wire === undefined) throw new Error(`no wire from ${key} to ${server}`);
    return wire;
  }

  /** The ways of all processes to their brokers, or databases. */
  wires(server: 'broker' | 'database'): TcpProxy[] {
    return [...this.#wires].filter(([key]) => key.endsWith(server)).map(([, wire]) => wire);
  }

  /** Connections of all processes to the broker. */
  get brokerConnections(): number {
    return this.wires('broker').reduce((sum, { connections }) => sum + connections, 0);
  }

  /** How long a fault lasts: seconds, times `--scale`. */
  lasting(seconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, seconds * 1000 * this.run.scale));
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

  async history(): Promise<History> {
    const committed = await this.sql<{ subject: string }>(
      `select envelope->'data'->>'subject' as subject from ticket.outbox
        where type in ('ticket.created', 'ticket.updated') and starts_with(envelope->'data'->>'subject', '${this.load.tag}')`,
    );
    return {
      ...(await this.#seen()),
      committed: new Set(committed.map(({ subject }) => subject)),
      healedAt: this.healedAt,
    };
  }

  /** Whether every write has arrived that was acknowledged. Unlike {@link history} it does not scan the outbox. */
  async haveAllArrived(): Promise<boolean> {
    return haveArrived(await this.#seen());
  }

  async #seen(): Promise<Pick<History, 'writes' | 'delivered' | 'effects'>> {
    const effects = await this.sql<Seen>(
      `select event, subject, ticket, extract(epoch from at) * 1000 as at from ${EFFECTS}
        where starts_with(subject, '${this.load.tag}') order by position`,
    );
    const delivered = this.receiver.deliveries.flatMap(({ body: { id, data }, at }): Seen[] => {
      const { subject, id: ticket } = data as { subject: string; id: string };
      return subject.startsWith(this.load.tag) ? [{ event: id, subject, ticket, at }] : [];
    });
    return { writes: this.load.writes, delivered, effects };
  }

  async close(): Promise<void> {
    for (const wire of this.#wires.values()) wire.heal();
    for (const close of this.#closings.toReversed()) await close().catch(() => undefined);
    for (const wire of this.#wires.values()) await wire.close();
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
    const { apps, replicas, hasPgBouncer, hasProxy, settings } = this.#form;
    for (const app of APPS.filter((name) => name !== 'gateway'))
      for (let at = 0; at < (apps.includes(app) ? replicas : 1); at += 1) {
        const broker = this.brokers[at % this.brokers.length] as PrivateBroker;
        this.#wires.set(`${app} ${at} broker`, await wireTo(broker.url));
        this.#wires.set(`${app} ${at} database`, await wireTo(this.postgres.url));
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
        WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s,4s,8s,16s',
        LOG_LEVEL: 'warn',
        ...settings,
      },
    );
    const files = this.deployment.env['DATA_DIR'] ?? '';
    this.#closings.push(
      () => rm(files, { recursive: true, force: true }),
      () => this.#stopPlatform(),
    );
    if (hasProxy) {
      const proxy = await startHaProxy(this.deployment.balancer.addresses);
      this.#proxy = proxy;
      this.#closings.push(() => proxy.close());
    }
    this.receiver = await Receiver.start();
    this.#closings.push(() => this.receiver.close());
    this.workspace = await eventually(() => this.deployment.operator.workspace());
    const { credentials } = this.workspace;
    const body = { url: this.receiver.url, events: ['ticket.created', 'ticket.updated'] };
    await eventually(async () => {
      const response = await fetch(`${this.gateway()}/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials.live_key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.status === createWebhook.status;
    });
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

function wireTo(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  return TcpProxy.start({ host: hostname, port: Number(port) });
}

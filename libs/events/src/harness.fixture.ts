import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import {
  encodeId,
  uuidOf,
  type AttributesOf,
  type EventDefinition,
  type EventOf,
  type ServiceName,
} from '@parley/contracts';
import {
  EventSink,
  type EmittingTransaction,
  type MigrationSource,
  type TenantContext,
  type TransactionRunner,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { createLogger } from '@parley/runtime/logging';
import { startService } from '@parley/runtime/process';
import { Database, migrate, PersistenceModule } from '@parley/persistence';
import { eventually, TestDatabase } from '@parley/testing';
import type { z } from 'zod';
import { Consumer, type Subscription } from './consumer.ts';
import { oneByOne } from './on.ts';
import { eventsMigrations } from './events.module.ts';
import { InProcessEvents } from './in-process.ts';
import { Outbox } from './outbox.ts';
import { Relay } from './relay.ts';
import type { EventTransport } from './transport.ts';

export interface BusOptions {
  /** Every service that subscribes. */
  services: readonly ServiceName[];
  /** The only retry delays that consumers request. */
  delaysMs: readonly number[];
}

export interface BusUnderTest {
  /** The transport of one process; events published on one reach the subscribers of all. */
  connect(): Promise<EventTransport>;
  close(): Promise<void>;
}

export type CreateBus = (options: BusOptions) => Promise<BusUnderTest>;

export type Event = EventOf<EventDefinition>;
export type SubscriberTransaction = EmittingTransaction<TenantContext | WorkspaceContext>;
export type Handle = (event: Event, tx: SubscriberTransaction) => Promise<void>;

const SERVICES = ['ticket', 'contact', 'webhook'] as const;
export type TestServiceName = (typeof SERVICES)[number];
/** Long enough to be overtaken by other events, short enough to wait for. */
export const DELAYS_MS: readonly number[] = [30, 60];

const effectMigrations: MigrationSource = {
  name: 'effects',
  folder: new URL('./harness.fixture/', import.meta.url),
};

const migrations = [eventsMigrations, effectMigrations];

function moduleOf(service: ServiceName): Type {
  @Module({ imports: [PersistenceModule.forService({ service, entities: [], migrations })] })
  class TestModule {}
  return TestModule;
}

/** A service under test: its database, its outbox, its subscribers and their effects. */
export class TestService {
  readonly runs: { consumer: string; event: Event }[] = [];
  readonly #stops: (() => Promise<void>)[] = [];
  #bus: BusUnderTest | undefined;

  constructor(
    readonly service: ServiceName,
    readonly db: Database,
    readonly outbox: Outbox,
    readonly app: INestApplicationContext,
  ) {}

  /** Opens the transport of a new process. */
  #connect(): Promise<EventTransport> {
    if (this.#bus === undefined) throw new Error('no test is set up');
    return this.#bus.connect();
  }

  /** Prepares a test on this bus, with empty tables. */
  async setUp(bus: BusUnderTest): Promise<void> {
    this.#bus = bus;
    this.runs.length = 0;
    await this.rows('truncate outbox, outbox_queue, processed_event, dead_letter, effect restart identity');
  }

  /** Stops the relays and subscriptions of a test. */
  async tearDown(): Promise<void> {
    this.outbox.onCommit(() => undefined);
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  /** Emits one event in a transaction of its own. */
  emit<E extends EventDefinition>(
    ctx: TenantContext | WorkspaceContext,
    definition: E,
    data: z.output<E['data']>,
    previous?: Partial<z.output<E['data']>> | null,
    attributes?: AttributesOf<E>,
  ): Promise<void> {
    return this.db.transaction(ctx, (tx) => {
      tx.emit(definition, data, previous, attributes);
      return Promise.resolve();
    });
  }

  /** Starts a relay, as in a process of its own. */
  async relay(transport?: EventTransport, transactor: TransactionRunner = this.db): Promise<Relay> {
    const logger = createLogger(this.service, 'silent');
    const relay = new Relay(transactor, transport ?? (await this.#connect()), logger);
    this.outbox.onCommit(() => relay.wake());
    relay.start();
    this.#stops.push(() => relay.stop());
    return relay;
  }

  /** Subscribes; `handle` runs after the effect is written, in the same transaction. */
  async subscribe(
    subscribers: Readonly<Record<string, { to: readonly EventDefinition[]; handle?: Handle }>>,
  ): Promise<() => Promise<void>> {
    const subscriptions = Object.entries(subscribers).map(([name, { to, handle }]): Subscription => ({
      name: `${this.service}.${name}`,
      types: new Set(to.map(({ type }) => type)),
      run: oneByOne(async (event, tx) => {
        this.runs.push({ consumer: name, event });
        await tx.raw(
          'effect.add',
          'insert into effect (consumer, event_id, subject, sequence) values ($1, $2, $3, $4)',
          [name, uuidOf('event', event.id), event.data.id, event.sequence],
        );
        await handle?.(event, tx);
      }),
    }));
    const consumer = new Consumer(subscriptions, this.db, createLogger(this.service, 'silent'), DELAYS_MS);
    const transport = await this.#connect();
    const stop = await transport.subscribe(this.service, {
      types: consumer.types,
      consume: (envelope, attempt) => consumer.consume(envelope, attempt),
      isAvailable: () => consumer.isAvailable(),
    });
    let stopped: Promise<void> | undefined;
    const once = () => (stopped ??= stop());
    this.#stops.push(once);
    return once;
  }

  /** Committed effects of a subscriber, in order. */
  async effects(consumer: string): Promise<{ id: string; subject: string; sequence: string }[]> {
    const rows = await this.db.raw<{ event_id: string; subject: string; sequence: string }>(
      'effect.all',
      'select event_id, subject, sequence from effect where consumer = $1 order by position',
      [consumer],
    );
    return rows.map(({ event_id, ...row }) => ({ id: encodeId('event', event_id), ...row }));
  }

  runsOf(consumer: string): Event[] {
    return this.runs.filter((run) => run.consumer === consumer).map(({ event }) => event);
  }

  rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.db.raw<Row>('', text, values);
  }

  /** Waits until all events are published. */
  async drained(): Promise<void> {
    await eventually(async () => {
      const waiting = await this.rows('select 1 from outbox_queue');
      return waiting.length === 0;
    });
  }

  /** Publishes all events again, as after a crash that lost the results. */
  async republish(): Promise<void> {
    await this.rows(
      `insert into outbox_queue (shard, workspace_id, position, event_id, occurred_at)
       select shard, workspace_id, position, id, occurred_at from outbox`,
    );
  }
}

/** Three services on one database; each test has a bus of its own. */
export class EventsHarness {
  #bus: BusUnderTest | undefined;

  private constructor(
    private readonly database: TestDatabase,
    private readonly services: ReadonlyMap<TestServiceName, TestService>,
  ) {}

  /**
   * @param createBus sets up the first test at once.
   * @param reach returns the URL by which the services reach their database.
   */
  static async open(
    createBus?: CreateBus,
    reach: (url: string) => Promise<string> = (url) => Promise.resolve(url),
  ): Promise<EventsHarness> {
    const database = await TestDatabase.create();
    const env = {
      DATABASE_URL: await reach(database.url),
      DATABASE_POOL_SIZE: '6',
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
    };
    const services = new Map<TestServiceName, TestService>();
    await migrate(
      database.url,
      SERVICES.map((service) => ({ service, migrations })),
    );
    for (const service of SERVICES) {
      const outbox = new Outbox();
      const providers = [{ provide: EventSink, useValue: outbox }];
      const app = await startService(moduleOf(service), { name: service, env, providers });
      services.set(service, new TestService(service, app.get(Database), outbox, app));
    }
    const harness = new EventsHarness(database, services);
    if (createBus !== undefined) await harness.setUp(createBus);
    return harness;
  }

  async setUp(createBus: CreateBus = inProcess): Promise<void> {
    this.#bus = await createBus({ services: SERVICES, delaysMs: DELAYS_MS });
    for (const service of this.services.values()) await service.setUp(this.#bus);
  }

  async tearDown(): Promise<void> {
    for (const service of this.services.values()) await service.tearDown();
    await this.#bus?.close();
    this.#bus = undefined;
  }

  get bus(): BusUnderTest {
    if (this.#bus === undefined) throw new Error('no test is set up');
    return this.#bus;
  }

  service(name: TestServiceName): TestService {
    return this.services.get(name) as TestService;
  }

  /** Subscribes services without subscribers: the in-process bus delivers only when all services run. */
  async subscribeIdle(services: readonly TestServiceName[]): Promise<void> {
    for (const service of services) await this.service(service).subscribe({});
  }

  /** Connections to the database of which a condition on pg_stat_activity holds. */
  sessions(condition: string): Promise<unknown[]> {
    return this.database.query(
      `select pid, state, query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and (${condition})`,
    );
  }

  async close(): Promise<void> {
    await this.tearDown();
    for (const { app } of this.services.values()) await app.close();
    await this.database.drop();
  }
}

/** The bus of the standalone form. */
export function inProcess({ services }: BusOptions): Promise<BusUnderTest> {
  const events = new InProcessEvents(services);
  return Promise.resolve({ connect: () => Promise.resolve(events), close: () => Promise.resolve() });
}

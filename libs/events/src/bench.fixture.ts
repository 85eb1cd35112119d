import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import {
  encodeId,
  uuidOf,
  type Contact,
  type EventDefinition,
  type EventOf,
  type ServiceName,
  type Ticket,
} from '@parley/contracts';
import {
  createLogger,
  EventSink,
  newId,
  startService,
  type EmittingTransaction,
  type MigrationSource,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/kernel';
import { Database, PersistenceModule } from '@parley/persistence';
import { eventually, TestDatabase } from '@parley/testing';
import type { z } from 'zod';
import { Consumer, type Subscription } from './consumer.ts';
import { oneByOne } from './on.ts';
import { eventsMigrations } from './migrations.ts';
import { InProcessEvents } from './in-process.ts';
import { Outbox } from './outbox.ts';
import { Relay } from './relay.ts';
import type { EventTransport } from './transport.ts';

export interface BusOptions {
  /** Every service that takes part. */
  services: readonly ServiceName[];
  /** The only waits that consumers ask for. */
  delaysMs: readonly number[];
}

export interface BusUnderTest {
  /** The transport of one process; what is published on one reaches the subscribers of all. */
  connect(): Promise<EventTransport>;
  close(): Promise<void>;
}

export type CreateBus = (options: BusOptions) => Promise<BusUnderTest>;

export type Event = EventOf<EventDefinition>;
export type SubscriberTransaction = EmittingTransaction<TenantContext | WorkspaceContext>;
export type React = (event: Event, tx: SubscriberTransaction) => Promise<void>;

const SERVICES = ['ticket', 'contact', 'webhook'] as const;
export type BenchService = (typeof SERVICES)[number];
/** Long enough for others to get ahead, short enough to wait for. */
export const DELAYS_MS: readonly number[] = [30, 60];

const effectMigrations: MigrationSource = {
  name: 'effects',
  folder: new URL('./bench.fixture/', import.meta.url),
};

function moduleOf(service: ServiceName): Type {
  const migrations = [eventsMigrations, effectMigrations];
  @Module({ imports: [PersistenceModule.forService({ service, entities: [], migrations })] })
  class BenchModule {}
  return BenchModule;
}

/** A part of the platform on the bench: its database, its outbox, and what it does with events. */
export class Participant {
  readonly runs: { consumer: string; event: Event }[] = [];
  readonly #stops: (() => Promise<void>)[] = [];
  #bus: BusUnderTest | undefined;

  constructor(
    readonly service: ServiceName,
    readonly db: Database,
    readonly outbox: Outbox,
    readonly app: INestApplicationContext,
  ) {}

  /** Connects a process of its own to the bus. */
  #connect(): Promise<EventTransport> {
    if (this.#bus === undefined) throw new Error('no test has begun');
    return this.#bus.connect();
  }

  /** Begins a test: on this bus, with nothing of the tests before. */
  async begin(bus: BusUnderTest): Promise<void> {
    this.#bus = bus;
    this.runs.length = 0;
    await this.rows('truncate outbox, processed_event, dead_letter, effect restart identity');
  }

  /** Ends a test: nothing moves any more. */
  async end(): Promise<void> {
    this.outbox.onCommit(() => undefined);
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  /** Emits one event in a transaction of its own. */
  emit<E extends EventDefinition>(
    ctx: TenantContext | WorkspaceContext,
    definition: E,
    data: z.output<E['data']>,
    previous?: Partial<z.output<E['data']>>,
  ): Promise<void> {
    return this.db.transaction(ctx, (tx) => {
      tx.emit(definition, data, previous);
      return Promise.resolve();
    });
  }

  /** Publishes from here on. Each relay is as if of a process of its own. */
  async relay(transport?: EventTransport): Promise<Relay> {
    const logger = createLogger(this.service, 'silent');
    const relay = new Relay(this.db, transport ?? (await this.#connect()), logger);
    this.outbox.onCommit(() => relay.wake());
    relay.start();
    this.#stops.push(() => relay.stop());
    return relay;
  }

  /** Takes events; `react` runs before the effect is written, in the same transaction. */
  async subscribe(
    reactions: Readonly<Record<string, { to: readonly EventDefinition[]; react?: React }>>,
  ): Promise<() => Promise<void>> {
    const subscriptions = Object.entries(reactions).map(([name, { to, react }]): Subscription => ({
      name: `${this.service}.${name}`,
      types: new Set(to.map(({ type }) => type)),
      run: oneByOne(async (event, tx) => {
        this.runs.push({ consumer: name, event });
        await tx.raw(
          'effect.add',
          'insert into effect (consumer, event_id, subject, sequence) values ($1, $2, $3, $4)',
          [name, uuidOf('event', event.id), event.data.id, event.sequence],
        );
        await react?.(event, tx);
      }),
    }));
    const consumer = new Consumer(subscriptions, this.db, createLogger(this.service, 'silent'), DELAYS_MS);
    const transport = await this.#connect();
    const stop = await transport.subscribe(this.service, consumer.types, (envelope, attempt) =>
      consumer.consume(envelope, attempt),
    );
    let stopped: Promise<void> | undefined;
    const once = () => (stopped ??= stop());
    this.#stops.push(once);
    return once;
  }

  /** The events whose effect a subscriber has committed, in that order. */
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

  /** Waits until nothing is left to publish. */
  async drained(): Promise<void> {
    await eventually(async () => {
      const waiting = await this.rows('select 1 from outbox where published_at is null');
      return waiting.length === 0;
    });
  }
}

/** Three services on one database; each test runs them on a bus of its own. */
export class Bench {
  #bus: BusUnderTest | undefined;

  private constructor(
    private readonly database: TestDatabase,
    private readonly participants: ReadonlyMap<BenchService, Participant>,
  ) {}

  /** @param createBus of the first test, which then begins at once. */
  static async open(createBus?: CreateBus): Promise<Bench> {
    const database = await TestDatabase.create();
    const env = {
      DATABASE_URL: database.url,
      DATABASE_MIGRATE: 'auto',
      DATABASE_POOL_SIZE: '6',
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
    };
    const participants = new Map<BenchService, Participant>();
    for (const service of SERVICES) {
      const outbox = new Outbox();
      const providers = [{ provide: EventSink, useValue: outbox }];
      const app = await startService(moduleOf(service), { name: service, env, providers });
      participants.set(service, new Participant(service, app.get(Database), outbox, app));
    }
    const bench = new Bench(database, participants);
    if (createBus !== undefined) await bench.begin(createBus);
    return bench;
  }

  async begin(createBus: CreateBus = inProcess): Promise<void> {
    this.#bus = await createBus({ services: SERVICES, delaysMs: DELAYS_MS });
    for (const participant of this.participants.values()) await participant.begin(this.#bus);
  }

  async end(): Promise<void> {
    for (const participant of this.participants.values()) await participant.end();
    await this.#bus?.close();
    this.#bus = undefined;
  }

  get bus(): BusUnderTest {
    if (this.#bus === undefined) throw new Error('no test has begun');
    return this.#bus;
  }

  at(service: BenchService): Participant {
    return this.participants.get(service) as Participant;
  }

  /** Subscribes the services that no test subscribes, so that the bus is complete and begins to move. */
  async completeWith(services: readonly BenchService[]): Promise<void> {
    for (const service of services) await this.at(service).subscribe({});
  }

  async close(): Promise<void> {
    await this.end();
    for (const { app } of this.participants.values()) await app.close();
    await this.database.drop();
  }
}

/** The bus of standalone. */
export function inProcess({ services }: BusOptions): Promise<BusUnderTest> {
  const events = new InProcessEvents(services);
  return Promise.resolve({ connect: () => Promise.resolve(events), close: () => Promise.resolve() });
}

const NOW = '2026-11-21T06:30:00.000Z';

export function sampleTicket(change: Partial<Ticket> = {}): Ticket {
  return {
    id: newId('ticket'),
    subject: 'Printer on fire',
    description: null,
    status: 'open',
    priority: 'normal',
    sla: { status: 'on_track', first_response_due: NOW },
    first_responded_at: null,
    assignee: null,
    contact: null,
    inbox_id: null,
    conversation_id: null,
    tags: [],
    custom_fields: {},
    created_at: NOW,
    updated_at: NOW,
    ...change,
  };
}

export function sampleContact(change: Partial<Contact> = {}): Contact {
  return {
    id: newId('contact'),
    email: 'dana@example.com',
    name: 'Dana',
    phone: null,
    company: null,
    custom_fields: {},
    created_at: NOW,
    updated_at: NOW,
    ...change,
  };
}

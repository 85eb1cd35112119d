import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually, TcpProxy, TestDatabase } from '@parley/testing';
import { connect, type Channel } from 'amqplib';
import { PrivateBroker } from '../../../test/faults/private-broker.ts';
import { LANGUAGES, SubscriberProcess } from './process.fixture.ts';

const DELAYS_MS = [20, 60];
const DEFAULTS = {
  types: ['ticket.created'],
  unbind: [],
  retryDelaysMs: DELAYS_MS,
  unknownWaitMs: 60_000,
  handlerTimeoutMs: 30_000,
};

interface TestEvent {
  readonly id: string;
  readonly type?: string;
  readonly subject?: string;
  readonly sequence?: string;
  readonly data?: object;
}

interface DeadLetter {
  readonly id: string | null;
  readonly cause: string;
}

interface Queue {
  readonly name: string;
  readonly arguments: readonly [name: string, type: string, value: unknown][];
}

/** What the scenarios of a file share: a broker and a database, each behind a proxy that can cut its connections. */
export class Servers {
  private constructor(
    readonly broker: PrivateBroker,
    readonly brokerProxy: TcpProxy,
    readonly database: TestDatabase,
    readonly databaseProxy: TcpProxy,
  ) {}

  static async start(): Promise<Servers> {
    const [broker, database] = await Promise.all([PrivateBroker.start(), TestDatabase.create()]);
    await database.query('create table effect (event_id text, effect text)');
    await database.query('create table record (subject text primary key, sequence text)');
    return new Servers(broker, await proxyOf(broker.url), database, await proxyOf(database.url));
  }

  async close(): Promise<void> {
    await Promise.all([this.brokerProxy.close(), this.databaseProxy.close()]);
    await Promise.all([this.broker.close(), this.database.drop()]);
  }
}

function proxyOf(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  return TcpProxy.start({ host: hostname, port: Number(port) });
}

/** One scenario: a subscriber with a name and an exchange of its own, and its processes by their names. */
export class Scene {
  readonly #name = `own-${randomBytes(4).toString('hex')}`;
  readonly #prefix = `platform-${randomBytes(4).toString('hex')}`;
  readonly #processes = new Map<string, SubscriberProcess>();
  /** All that processes print, in the order in which it arrives. */
  readonly #printed: string[] = [];

  constructor(
    private readonly servers: Servers,
    private language: string,
  ) {}

  /** @param look called after the steps, before the queues are removed. */
  async run(steps: readonly object[], look?: () => Promise<void>): Promise<void> {
    await this.#declareExchange();
    try {
      for (const step of steps) await this.#step(step);
      await look?.();
    } finally {
      for (const one of this.#processes.values()) await one.kill();
      await this.#clear();
    }
  }

  async #step(step: object): Promise<void> {
    const [[verb, value], ...others] = Object.entries(step) as [[string, unknown], ...[string, unknown][]];
    const act = this.#verbs[verb];
    if (act === undefined) throw new Error(`no such step: ${verb}`);
    await act(value as never, Object.fromEntries(others));
  }

  /** What a step may be, by its first member; the other members are options. */
  readonly #verbs: Readonly<
    Record<string, (value: never, options: Record<string, unknown>) => Promise<unknown> | void>
  > = {
    start: async (name: string, options) => {
      this.#launch(name, options);
      const ended = this.#process(name).closed.then((code) => {
        throw new Error(`process ${name} ended with ${code} before it consumed`);
      });
      ended.catch(() => undefined);
      await Promise.race([ended, this.#eventuallyPrinted(`${name} consumes`)]);
    },
    launch: (name: string, options) => this.#launch(name, options),
    consumes: (name: string) => this.#eventuallyLast(name, 'consumes'),
    pauses: (name: string) => this.#eventuallyLast(name, 'pauses'),
    stop: async (name: string, { counters = {} }) => {
      expect(await this.#process(name).stop()).toBe(0);
      const [, text = '{}'] = this.#printed.join('\n').split(`${name} counters `);
      expect(camelCased(JSON.parse(text.split('\n')[0] ?? '') as object)).toMatchObject(counters as object);
    },
    kill: (name: string) => this.#process(name).kill(),
    killed: (name: string) => this.#process(name).closed,
    publish: (events: TestEvent[]) =>
      this.#onChannel((channel) => {
        for (const event of events.map(eventOf))
          channel.publish(`${this.#prefix}.events`, event.type, bodyOf(event), { persistent: true });
      }),
    send: (message: string | TestEvent, { headers }) =>
      this.#onChannel((channel) => {
        const body = typeof message === 'string' ? Buffer.from(message) : bodyOf(eventOf(message));
        channel.sendToQueue(this.#name, body, { headers });
      }),
    effects: (expected: Record<string, string[]>) =>
      eventually(async () => expect(await this.#effects()).toEqual(expected)),
    records: async (expected: Record<string, string>) => {
      const rows = await this.servers.database.query<{ subject: string; sequence: string }>(
        'select subject, sequence from record',
      );
      expect(Object.fromEntries(rows.map(({ subject, sequence }) => [subject, sequence]))).toEqual(expected);
    },
    deadLetters: (expected: Partial<DeadLetter>[]) =>
      eventually(async () => {
        const found = (await this.#command('list')) as DeadLetter[];
        expect(found).toHaveLength(expected.length);
        for (const { cause = '', ...letter } of expected)
          expect(found).toContainEqual(
            expect.objectContaining({ ...letter, cause: expect.stringContaining(cause) }),
          );
      }),
    replay: (ids: string[]) => this.#command('replay', JSON.stringify(ids)),
    discard: (ids: string[]) => this.#command('discard', JSON.stringify(ids)),
    printed: (line: string) => this.#eventuallyPrinted(line),
    before: ([first, second]: [string, string]) => {
      const [at, after] = [this.#printed.indexOf(first), this.#printed.indexOf(second)];
      expect([at >= 0, after > at, first, second]).toEqual([true, true, first, second]);
    },
    isEmpty: () =>
      eventually(async () => {
        const counts = await this.#messages();
        expect(counts).toEqual(counts.map(() => 0));
      }),
    broker: async () => {
      await this.servers.broker.stop();
      await this.servers.broker.run();
    },
    connections: () => this.servers.brokerProxy.reset(),
    database: (state: 'down' | 'up') =>
      state === 'down' ? this.servers.databaseProxy.refuse() : this.servers.databaseProxy.accept(),
    queue: () => eventually(() => this.#onChannel((channel) => channel.checkQueue(this.#name))),
    exchange: () => this.#declareExchange(),
    delete: (what: 'queue' | 'exchange') =>
      this.#onChannel((channel) =>
        what === 'queue' ? channel.deleteQueue(this.#name) : channel.deleteExchange(`${this.#prefix}.events`),
      ),
    language: () => {
      this.language = Object.keys(LANGUAGES).find((one) => one !== this.language) ?? '';
    },
  };

  /** The queues as the broker tells them, by the part of the name behind that of the subscriber. */
  async queues(): Promise<Record<string, object>> {
    const columns = ['name', 'type', 'durable', 'auto_delete', 'exclusive', 'arguments'];
    const listed = await this.servers.broker.control('list_queues', ...columns, '--formatter=json');
    const own = (JSON.parse(listed) as Queue[]).filter(({ name }) => name.startsWith(this.#name));
    return Object.fromEntries(
      own.map(({ name, arguments: given, ...queue }) => [
        name.slice(this.#name.length),
        { ...queue, arguments: this.#argumentsOf(given) },
      ]),
    );
  }

  /** Arguments without their order and the lengths of integers, which clients choose: the broker compares neither. */
  #argumentsOf(given: Queue['arguments']): object {
    return Object.fromEntries(
      given.map(([name, , value]) => [name, String(value).replace(this.#name, 'NAME')]),
    );
  }

  #launch(name: string, options: object): void {
    this.#processes.set(
      name,
      new SubscriberProcess(this.language, this.#settings(name, options), this.#printed),
    );
  }

  #process(name: string): SubscriberProcess {
    const found = this.#processes.get(name);
    if (found === undefined) throw new Error(`no process ${name}`);
    return found;
  }

  #settings(name: string, options: object): object {
    const { brokerProxy, broker, databaseProxy, database } = this.servers;
    return {
      ...DEFAULTS,
      ...options,
      process: name,
      name: this.#name,
      prefix: this.#prefix,
      url: brokerProxy.through(broker.url),
      databaseUrl: databaseProxy.through(database.url),
    };
  }

  async #command(...args: string[]): Promise<unknown> {
    const printed: string[] = [];
    const command = new SubscriberProcess(this.language, this.#settings('', {}), printed, args);
    expect(await command.closed).toBe(0);
    return JSON.parse(printed.join('\n'));
  }

  #eventuallyPrinted(line: string): Promise<unknown> {
    return eventually(() => expect(this.#printed).toContain(line));
  }

  #eventuallyLast(name: string, state: string): Promise<unknown> {
    const states = [`${name} consumes`, `${name} pauses`];
    return eventually(() =>
      expect(this.#printed.findLast((line) => states.includes(line))).toBe(`${name} ${state}`),
    );
  }

  async #effects(): Promise<Record<string, string[]>> {
    const rows = await this.servers.database.query<{ event_id: string; effects: string[] }>(
      'select event_id, array_agg(effect order by effect) as effects from effect group by event_id',
    );
    return Object.fromEntries(rows.map(({ event_id: id, effects }) => [id, effects]));
  }

  #messages(): Promise<number[]> {
    const queues = ['', ...DELAYS_MS.map((ms) => `.retry.${ms}ms`), '.dead'];
    return this.#onChannel(async (channel) => {
      const states = [];
      for (const queue of queues) states.push(await channel.checkQueue(this.#name + queue));
      return states.map(({ messageCount }) => messageCount);
    });
  }

  #declareExchange(): Promise<unknown> {
    return this.#onChannel((channel) => channel.assertExchange(`${this.#prefix}.events`, 'topic'));
  }

  async #onChannel<T>(work: (channel: Channel) => PromiseLike<T> | T): Promise<T> {
    const model = await connect(this.servers.broker.url);
    model.on('error', () => undefined);
    try {
      const channel = await model.createConfirmChannel();
      channel.on('error', () => undefined);
      const result = await work(channel);
      await channel.waitForConfirms();
      return result;
    } finally {
      await model.close().catch(() => undefined);
    }
  }

  /** The tables are those of all scenarios; names of queues are not, which the broker would list the longer. */
  async #clear(): Promise<void> {
    await this.servers.database.query('truncate effect, record');
    await this.servers.database.query('drop table if exists processed_event');
    await this.#onChannel(async (channel) => {
      for (const queue of Object.keys(await this.queues())) await channel.deleteQueue(this.#name + queue);
      await channel.deleteExchange(`${this.#name}.requeue`);
      await channel.deleteExchange(`${this.#prefix}.events`);
    });
  }
}

function eventOf({ id, type = 'ticket.created', subject = id, sequence = '0001', data = {} }: TestEvent) {
  return {
    specversion: '1.0',
    id,
    source: '/test',
    type,
    subject,
    time: '2026-11-21T06:30:00.000Z',
    workspaceid: 'ws_test',
    mode: 'live',
    sequence,
    data: { id: subject, ...data },
  };
}

const bodyOf = (event: object): Buffer => Buffer.from(JSON.stringify(event));

/** Counters in the spelling of the scenarios. */
const camelCased = (counters: object): object =>
  Object.fromEntries(
    Object.entries(counters).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value as number,
    ]),
  );

import { randomBytes } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { describe } from '@jest/globals';
import type { ServiceName } from '@parley/contracts';
import { createLogger } from '@parley/runtime/logging';
import { newId } from '@parley/runtime/records';
import { eventually, removeTopology } from '@parley/testing';
import { connect, type Channel, type ChannelModel, type ConsumeMessage } from 'amqplib';
import { Envelope } from '../envelope.ts';
import type { Consume, EventTransport, StoreDeadLetter } from '../transport.ts';
import { RabbitConfig } from './rabbit.config.ts';
import { declareTopology } from './declarations.ts';
import { RabbitEvents, type RabbitOptions } from './rabbit-events.ts';
import { topologyOf, type Topology } from './topology.ts';

export const BROKER_URL = new RabbitConfig(process.env).AMQP_URL;
export const BROKER = {
  host: new URL(BROKER_URL).hostname,
  port: Number(new URL(BROKER_URL).port || '5672'),
};

const reachable = await new Promise<boolean>((resolve) => {
  const socket = connectSocket(BROKER.port, BROKER.host);
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  socket.setTimeout(2_000, () => resolve(false));
  socket.once('connect', () => socket.destroy());
});

/** Describes tests that need RabbitMQ: without it they are skipped or, if `CI` is set, fail. */
export function describeWithRabbit(name: string, tests: () => void): void {
  if (reachable || process.env['CI'] !== undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: no RabbitMQ at ${BROKER.host}:${BROKER.port})`, tests);
}

export const newPrefix = (): string => `test-${randomBytes(5).toString('hex')}`;

export interface BrokerOptions extends Pick<
  RabbitOptions,
  'unknownWaitMs' | 'watchIntervalMs' | 'workQueues' | 'stuckAfterMs' | 'leastVersion'
> {
  services: readonly ServiceName[];
  delaysMs: readonly number[];
  /** Types that the queues are bound to from the start. Subscriptions bind them to theirs. */
  types?: readonly string[];
}

/** The topology of one test on the real broker, and a plain client to inspect it. */
export class Broker {
  readonly #transports: RabbitEvents[] = [];

  private constructor(
    readonly prefix: string,
    readonly topology: Topology,
    private readonly options: BrokerOptions,
    readonly model: ChannelModel,
    /** Channel of the plain client. */
    readonly channel: Channel,
  ) {}

  static async open(given: BrokerOptions): Promise<Broker> {
    // Fewer queues than in production: declaring them is most of the time of a test.
    const options = { workQueues: 2, ...given };
    const prefix = newPrefix();
    const model = await connect(BROKER_URL);
    const topology = topologyOf(prefix, options.delaysMs, options.workQueues);
    const channel = await model.createChannel();
    // The failing call reports the error to its test.
    channel.on('error', () => undefined);
    const types = new Set(options.types);
    await declareTopology(model, topology, new Map(options.services.map((name) => [name, types])), 1);
    return new Broker(prefix, topology, options, model, channel);
  }

  /** The transport of one process. */
  transport(env: Record<string, string> = {}): RabbitEvents {
    const config = new RabbitConfig({ AMQP_URL: BROKER_URL, BUS_PREFIX: this.prefix, ...env });
    const logger = createLogger('test', process.env['TEST_LOG_LEVEL'] ?? 'silent');
    const events = new RabbitEvents(config, { ...this.options, logger });
    this.#transports.push(events);
    return events;
  }

  /** A transport that has a connection: a publication waits a second for one, and then fails. */
  async connected(): Promise<RabbitEvents> {
    const events = this.transport();
    await eventually(() => events.publish([]));
    return events;
  }

  /** The messages that a plain client receives from now on. */
  async listen(type: string): Promise<ConsumeMessage[]> {
    const received: ConsumeMessage[] = [];
    const { queue } = await this.channel.assertQueue('', { exclusive: true });
    await this.channel.bindQueue(queue, this.topology.exchange, type);
    await this.channel.consume(queue, (message) => message !== null && received.push(message), {
      noAck: true,
    });
    return received;
  }

  /** Messages in queues that no consumer holds. */
  async waitingIn(...queues: string[]): Promise<number> {
    let waiting = 0;
    for (const queue of queues) waiting += (await this.channel.checkQueue(queue)).messageCount;
    return waiting;
  }

  async close(): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.close()));
    // The channel is new: a failed test may still use the other one, and get it closed with a 404.
    const channel = await this.model.createChannel();
    await removeTopology(channel, this.topology, this.options.services);
    await this.model.close();
  }
}

/** An envelope as the relay publishes it. */
export function envelopeOf(change: Partial<Envelope> = {}): Envelope {
  const id = newId('ticket');
  return Envelope.parse({
    specversion: '1.0',
    id: newId('event'),
    source: '/test',
    type: 'ticket.created',
    subject: id,
    time: '2026-11-21T06:30:00.000Z',
    partitionkey: id,
    workspaceid: newId('workspace'),
    mode: 'live',
    data: { id },
    ...change,
  });
}

/** Subscribes a service to `ticket.created`. */
export function subscribeCreated(
  events: EventTransport,
  service: ServiceName,
  consume: Consume,
  storeDeadLetter?: StoreDeadLetter,
): Promise<() => Promise<void>> {
  return events.subscribe(service, { types: new Set(['ticket.created']), consume, storeDeadLetter });
}

export const outgoing = (...envelopes: Envelope[]) =>
  envelopes.map((envelope) => ({ envelope, attempts: 0 }));

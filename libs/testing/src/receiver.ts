import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.ts';
import { expectDocumentedDelivery } from './wire.ts';

export interface Delivery {
  headers: IncomingHttpHeaders;
  raw: string;
  /** The parsed body. */
  body: {
    id: string;
    event: string;
    timestamp: string;
    data: Record<string, unknown>;
    previous?: Record<string, unknown>;
  };
  at: number;
}

export type Respond = (delivery: Delivery, response: ServerResponse) => void;

/** A receiver of webhooks that keeps everything it gets. Answers 204 unless told otherwise. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  respond: Respond = (_, response) => response.writeHead(204).end();
  readonly #server: Server;

  private constructor(private readonly host: string) {
    this.#server = createServer((request, response) => {
      void this.#take(request, response);
    });
  }

  static async start(respond?: Respond, port = 0, host = '127.0.0.1'): Promise<Receiver> {
    const receiver = new Receiver(host);
    if (respond !== undefined) receiver.respond = respond;
    receiver.#server.listen(port, host);
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://${this.host}:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Waits for at least `count` deliveries of an event. Throws when one is not what the API document says. */
  received(event: string, count = 1): Promise<Delivery[]> {
    return this.#arrived(event, () => this.of(event), count);
  }

  /** As {@link received}, without the repeated deliveries of an event. */
  receivedEvents(event: string, count = 1): Promise<Delivery[]> {
    return this.#arrived(event, () => this.eventsOf(event), count);
  }

  of(event: string): Delivery[] {
    return this.deliveries.filter(({ body }) => body.event === event);
  }

  /** The first delivery of each event: after a pause of the sender one may be repeated. */
  get events(): Delivery[] {
    const ids = new Set<string>();
    return this.deliveries.filter(({ body }) => ids.size < ids.add(body.id).size);
  }

  eventsOf(event: string): Delivery[] {
    return this.events.filter(({ body }) => body.event === event);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #arrived(event: string, find: () => Delivery[], count: number): Promise<Delivery[]> {
    const found = await eventually(() => {
      const arrived = find();
      if (arrived.length < count) throw new Error(`${arrived.length} of ${count} ${event} received`);
      return arrived;
    });
    for (const { headers, body } of this.of(event)) expectDocumentedDelivery(headers, body);
    return found;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const delivery = {
      headers: request.headers,
      raw,
      body: JSON.parse(raw) as Delivery['body'],
      at: Date.now(),
    };
    this.deliveries.push(delivery);
    this.respond(delivery, response);
  }
}

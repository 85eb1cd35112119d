import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook } from '@parley/contracts';
import { eventually, Operator, Receiver } from '@parley/testing';
import { startServices, type ServicesProcess } from '../setup/services-process.mjs';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = { traceparent: `00-${TRACE}-b7ad6b7169203331-00`, tracestate: 'shop=42' };

/** From the request to the attempt, with the service that each belongs to. */
const HOPS = [
  ['parley-gateway', 'POST /v1/tickets'],
  ['parley-gateway', `call ${createTicket.id}`],
  ['parley-ticket', `handle ${createTicket.id}`],
  ['parley-ticket', 'transaction'],
  ['parley-ticket', 'outbox.write'],
  ['parley-ticket', 'publish ticket.created'],
  ['parley-webhook', 'process ticket.created'],
  ['parley-webhook', 'webhook.attempt'],
] as const;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
}

interface ExportedTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

/** A collector of OTLP over HTTP with JSON bodies: what it got, with the service of each span. */
class Collector {
  readonly spans: (Span & { service: string })[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.#take(JSON.parse(Buffer.concat(chunks).toString()) as ExportedTraces);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace. */
  of(id: string): (Span & { service: string })[] {
    return this.spans.filter(({ traceId }) => traceId === id);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take({ resourceSpans }: ExportedTraces): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push({ ...span, service });
    }
  }
}

describe('a trace', () => {
  const collector = new Collector();
  let services: ServicesProcess;
  let operator: Operator;
  let receiver: Receiver;

  beforeAll(async () => {
    const [endpoint, started] = await Promise.all([collector.listen(), Receiver.start()]);
    receiver = started;
    services = await startServices({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
  });
  afterAll(async () => {
    operator.close();
    await receiver.close();
    await services.remove();
    collector.close();
  });

  it('of a request goes on through calls, SQL, outbox and bus to the delivered webhook, and to its receiver', async () => {
    const { credentials, live } = await operator.workspace();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    const response = await fetch(`${services.baseUrl}/v1/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials.live_key}`,
        'content-type': 'application/json',
        ...CALLER,
      },
      body: JSON.stringify({ subject: 'Traced' }),
    });
    expect(response.status).toBe(201);
    const [delivery] = await receiver.received('ticket.created');

    // Each hop was caused by the one before it.
    const path = await eventually(() => {
      let causes = ['b7ad6b7169203331'];
      return HOPS.map(([service, name]) => {
        const spans = collector
          .of(TRACE)
          .filter((span) => span.service === service && span.name === name)
          .filter(({ parentSpanId }) => causes.includes(parentSpanId ?? ''));
        if (spans.length === 0)
          throw new Error(`no span ${service} ${name} with the parents ${causes.join()}`);
        causes = spans.map(({ spanId }) => spanId);
        return spans;
      });
    });
    const statements = collector.of(TRACE).map(({ name }) => name);
    expect(statements).toEqual(
      expect.arrayContaining(['sql outbox.insert_one', 'sql delivery.store_events']),
    );
    const [attempt] = path.at(-1) ?? [];
    expect(delivery?.headers).toMatchObject({
      traceparent: `00-${TRACE}-${attempt?.spanId}-01`,
      tracestate: CALLER.tracestate,
    });
  });
});

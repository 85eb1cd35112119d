import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook } from '@parley/contracts';
import { eventually, Operator, Receiver, type Delivery } from '@parley/testing';
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

/** The spans of the trace in a request of OTLP over HTTP with a JSON body, each with its service. */
function spansIn({ raw }: Delivery): (Span & { service: string })[] {
  const { resourceSpans } = JSON.parse(raw) as ExportedTraces;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.filter(({ traceId }) => traceId === TRACE).map((span) => ({ ...span, service }));
  });
}

describe('a trace', () => {
  let collector: Receiver;
  /** Those of the trace that have arrived. */
  let spans: readonly ReturnType<typeof spansIn>[number][];
  let services: ServicesProcess;
  let operator: Operator;
  let receiver: Receiver;

  beforeAll(async () => {
    spans = [];
    collector = await Receiver.start((delivery, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      spans = [...spans, ...spansIn(delivery)];
    });
    receiver = await Receiver.start();
    services = await startServices({
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
      OTEL_EXPORTER_OTLP_TIMEOUT: '120000',
    });
    operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
  });
  afterAll(async () => {
    operator.close();
    await receiver.close();
    await services.remove();
    await collector.close();
  });

  it('of a request goes on through calls, SQL, outbox and bus to the delivered webhook, and to its receiver', async () => {
    const { live } = await operator.workspace();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    await live.ok(createTicket, { body: { subject: 'Traced' } }, CALLER);
    const [delivery] = await receiver.received('ticket.created');

    // Each hop was caused by the one before it.
    const path = await eventually(() => {
      let causes = ['b7ad6b7169203331'];
      return HOPS.map(([service, name]) => {
        const named = spans.filter((span) => span.service === service && span.name === name);
        const caused = named.filter(({ parentSpanId }) => causes.includes(parentSpanId ?? ''));
        if (caused.length === 0)
          throw new Error(`no span with the parents ${causes.join()}: ${JSON.stringify(spans)}`);
        causes = caused.map(({ spanId }) => spanId);
        return caused;
      });
    });
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sql outbox.insert_one', 'sql delivery.store_events']),
    );
    const [attempt] = path.at(-1) ?? [];
    expect(delivery?.headers).toMatchObject({
      traceparent: `00-${TRACE}-${attempt?.spanId}-01`,
      tracestate: CALLER.tracestate,
    });
  });
});

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isSampled, traceIdOf } from './trace-context.ts';
import { setFailed, SpanKind, Tracing } from './tracing.ts';
import { TracingConfig } from './tracing.config.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const caller = { traceparent: `00-${TRACE}-${SPAN}-00`, tracestate: 'a=1' };
const sampled = { ...caller, traceparent: `00-${TRACE}-${SPAN}-01` };

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
  links: { traceId: string }[];
}

describe('tracing', () => {
  let spans: ExportedSpan[];
  let tracing: Tracing;
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  beforeEach(async () => {
    [spans, tracing] = [[], new Tracing()];
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await tracing.stop();
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
  });
  const start = (ratio: string) =>
    tracing.start(
      'test',
      new TracingConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_TRACES_SAMPLER_ARG: ratio,
      }),
    );
  /** The context of a request from outside, and of a part of it. */
  const request = async (from: object) => {
    const root = tracing.startRoot('root', from, { kind: SpanKind.SERVER });
    const part = await tracing.run('part', root.context, {}, (ctx) => Promise.resolve(ctx));
    root.span.end();
    return [root.context, part];
  };

  it('passes on the context of the caller as it is without a collector', async () => {
    expect([await request(sampled), await request({})]).toEqual([
      [sampled, sampled],
      [{}, {}],
    ]);
  });

  it.each([
    ['1', true],
    ['0', false],
  ])('at the ratio %s does what the ratio says, whatever the caller has sampled', async (ratio, isTaken) => {
    await start(ratio);
    for (const from of [caller, sampled]) {
      const contexts = await request(from);
      expect(contexts.map(isSampled)).toEqual([isTaken, isTaken]);
      expect(contexts.map(traceIdOf)).toEqual([TRACE, TRACE]);
      expect(contexts.map(({ tracestate }) => tracestate)).toEqual(['a=1', 'a=1']);
    }
    const made = await request({});
    expect(made.map(isSampled)).toEqual([isTaken, isTaken]);
    expect(new Set([TRACE, ...made.map(traceIdOf)]).size).toBe(2);
    await tracing.stop();
    expect(spans).toHaveLength(isTaken ? 6 : 0);
  });

  it('chooses a trace by its id, so that each process decides the same', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => createHash('md5').update(`${index}`).digest('hex'));
    const chosen = async () => {
      await start('0.5');
      const contexts = await Promise.all(ids.map((id) => request({ traceparent: `00-${id}-${SPAN}-00` })));
      await tracing.stop();
      return contexts.map(([root]) => isSampled(root ?? {}));
    };
    const first = await chosen();
    expect(await chosen()).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  it('exports a span below its cause, with its links and the kind of its error, but no message', async () => {
    await start('0');
    const links = [{ traceparent: `00-${'a'.repeat(32)}-${SPAN}-01` }, {}];
    const attributes = { known: 1, absent: undefined };
    const failing = tracing.run('thrown', sampled, { links, attributes }, () =>
      Promise.reject(Object.assign(new Error('secret'), { code: 'E_KNOWN' })),
    );
    await expect(failing).rejects.toThrow('secret');
    await tracing.run('marked', sampled, {}, (_, span) => {
      setFailed(span, new TypeError('secret'));
      return Promise.resolve();
    });
    await tracing.stop();
    expect(spans).toMatchObject([
      { name: 'thrown', traceId: TRACE, parentSpanId: SPAN, links: [{ traceId: 'a'.repeat(32) }] },
      { name: 'marked', traceId: TRACE, parentSpanId: SPAN, links: [] },
    ]);
    expect(spans.map(({ status }) => status)).toEqual([{ code: 2 }, { code: 2 }]);
    expect(spans.map((span) => span.attributes)).toEqual([
      [
        { key: 'known', value: { intValue: 1 } },
        { key: 'error.type', value: { stringValue: 'E_KNOWN' } },
      ],
      [{ key: 'error.type', value: { stringValue: 'TypeError' } }],
    ]);
  });
});

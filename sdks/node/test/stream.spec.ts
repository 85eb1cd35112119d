import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { EventParser } from '../src/core/stream.ts';
import { AuthenticationError, DecodeError, StreamError } from '../src/index.ts';
import { collect, errorOf, failure, json, TestServer } from './server.harness.ts';

describe('the parser of Server-Sent Events', () => {
  const text =
    '\uFEFF: comment\nretry: 1500\nid:p1\nevent: message\nignored\ndata: größe 😀\ndata:second\n\nid: p2\n\nevent: x\ndata: of another kind\n\nid: a\0b\ndata\n\n';
  const events = [
    { data: 'größe 😀\nsecond', id: 'p1' },
    { data: undefined, id: 'p2' },
    { data: undefined, id: 'p2' },
    { data: '', id: 'p2' },
  ];

  it('reads them in any two pieces, with any ends of lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = new TextEncoder().encode(text.replaceAll('\n', end));
      for (let at = 0; at <= bytes.length; at += 1) {
        const parser = new EventParser();
        expect([...parser.parse(bytes.subarray(0, at)), ...parser.parse(bytes.subarray(at))]).toEqual(events);
        expect(parser.retry).toBe(1500);
      }
    }
  });

  it('reads them byte by byte', () => {
    const parser = new EventParser();
    const bytes = new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
    expect([...bytes].flatMap((byte) => [...parser.parse(Uint8Array.of(byte))])).toEqual(events);
  });
});

describe('the event stream', () => {
  let server: TestServer;
  afterEach(() => server.stop());

  const sent = (id: string) => `id: ${id}\ndata: {"id":"evt_${id}"}\n\n`;
  const stream =
    (text: string, then: (response: ServerResponse) => void = () => undefined) =>
    (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(text, () => then(response));
    };
  const end = (response: ServerResponse) => void response.end();
  const positions = () => server.seen.map(({ headers }) => headers['last-event-id']);

  it('moves its position when the next event is asked for', async () => {
    server = await TestServer.start(stream(sent('1') + sent('2')));
    const events = server.client().events.stream({ last_event_id: '0', event: ['ticket.*'] });
    const iterator = events[Symbol.asyncIterator]();
    expect(events.position).toBe('0');
    expect((await iterator.next()).value).toEqual({ id: 'evt_1' });
    expect(events.position).toBe('0');
    expect((await iterator.next()).value).toEqual({ id: 'evt_2' });
    expect(events.position).toBe('1');
    await iterator.return(undefined);
    expect(server.seen[0]?.url.search).toBe('?event=ticket.%2A');
    expect(positions()).toEqual(['0']);
  });

  it('continues where it was after an end, a cut, an outage and silence, and drops what comes twice', async () => {
    server = await TestServer.start(
      stream(`retry: 10\n\n${sent('1')}`, end),
      stream(sent('1') + sent('2'), (response) => response.socket?.destroy()),
      failure(503, 'service_unavailable'),
      failure(429, 'rate_limit_exceeded', { 'retry-after': '0' }),
      stream('id: 3\n\n'),
      stream(sent('4')),
    );
    const events = server.client().events.stream();
    expect(await collect(events, 3)).toEqual([{ id: 'evt_1' }, { id: 'evt_2' }, { id: 'evt_4' }]);
    expect(positions()).toEqual([undefined, '1', '2', '2', '2', '3']);
  });

  it('ends with an error that does not pass', async () => {
    server = await TestServer.start(failure(422, 'position_expired'));
    const events = server.client().events.stream({ last_event_id: 'old' });
    const error = await errorOf(collect(events));
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({ code: 'position_expired', position: 'old' });
    server.answer(failure(401, 'invalid_api_key'));
    expect(await errorOf(collect(server.client().events.stream()))).toBeInstanceOf(AuthenticationError);
    server.answer(json(200, { data: [] }));
    expect(await errorOf(collect(server.client().events.stream()))).toBeInstanceOf(DecodeError);
    for (const text of ['{', 'null', '5']) {
      server.answer(stream(`data: ${text}\n\n`, end), failure(401, 'invalid_api_key'));
      expect(await errorOf(collect(server.client().events.stream()))).toBeInstanceOf(StreamError);
    }
  });

  it('does not keep a line or an event that has no end', async () => {
    const endless = [
      'x'.repeat(17_000_000),
      `data: ${'x'.repeat(1000)}\n`.repeat(17_000),
      'data\n'.repeat(17_000_000),
    ];
    server = await TestServer.start();
    for (const text of endless) {
      server.answer(stream(`id: 1\n\n${text}`, end), failure(401, 'invalid_api_key'));
      // A silence of a busy machine is none of the server.
      const error = await errorOf(collect(server.client({ timeScale: 1 }).events.stream()));
      expect(error).toBeInstanceOf(StreamError);
      expect(error).toMatchObject({ position: '1' });
    }
  });

  it('does not come back at once, whatever the server asks for', async () => {
    const waits: number[] = [];
    const warn = (message: string) => void waits.push(Number(/again in (\d+) ms/.exec(message)?.[1]));
    const outage = failure(503, 'service_unavailable');
    server = await TestServer.start(
      stream('retry: 0\n\n', end),
      outage,
      outage,
      outage,
      failure(401, 'invalid_api_key'),
    );
    const logger = { debug: () => undefined, warn };
    await errorOf(collect(server.client({ timeScale: 1, logger }).events.stream()));
    expect(waits).toHaveLength(4);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(100);
    expect(waits[3]).toBeGreaterThanOrEqual(200);
  });

  it('ends where the server asks for a wait that the program should know of', async () => {
    server = await TestServer.start(
      failure(503, 'service_unavailable', { 'retry-after': '999999999999' }),
      failure(401, 'invalid_api_key'),
    );
    expect(await errorOf(collect(server.client().events.stream()))).toMatchObject({
      name: 'ServiceUnavailableError',
      retryAfter: 999_999_999_999,
    });
  });

  it('ends with its signal, also while it waits', async () => {
    const controller = new AbortController();
    server = await TestServer.start((_, response) => {
      response.writeHead(503).end();
      setImmediate(() => controller.abort());
    });
    const events = server.client({ timeScale: 1 }).events.stream({}, { signal: controller.signal });
    expect(await errorOf(collect(events))).toMatchObject({ name: 'CancelledError' });
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../libs/testing/src/eventually.ts';
import { followEvents } from './follow-events.ts';

/** A server of event streams whose answers a test decides, and what followed them. */
let server: Server;
let requests: IncomingMessage[];
let answers: ((response: ServerResponse) => void)[];
let controller: AbortController;
let network: EventTarget;
let seen: { events: unknown[]; states: string[]; gaps: number; rejections: boolean[] };

const streamOf =
  (...parts: string[]) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) response.write(part);
  };
const endedStreamOf =
  (...parts: string[]) =>
  (response: ServerResponse): void => {
    streamOf(...parts)(response);
    response.end();
  };
const refusal = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'retry-after': '0' }).end();
};

beforeEach(async () => {
  requests = [];
  seen = { events: [], states: [], gaps: 0, rejections: [] };
  controller = new AbortController();
  network = new EventTarget();
  server = createServer((request, response) => {
    requests.push(request);
    (answers.shift() ?? streamOf(':\n\n'))(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  controller.abort();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function follow(...given: typeof answers): void {
  answers = given;
  void followEvents({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/events/stream`,
    token: (isRejected) => {
      seen.rejections.push(isRejected);
      return Promise.resolve(`token${seen.rejections.length}`);
    },
    onEvent: (event) => seen.events.push(event),
    onState: (state) => seen.states.push(state),
    onGap: () => (seen.gaps += 1),
    network,
    signal: controller.signal,
  });
}

const positions = () => requests.map(({ headers }) => headers['last-event-id']);

describe('a follower of the event stream', () => {
  it('resumes behind the last event when the connection ends, without a gap', async () => {
    follow(
      endedStreamOf('retry: 10\n\nid: 1\n\n', 'id: 2\ndata: {"n":1}\n\n'),
      streamOf('id: 3\ndata: {"n":2}\n\n'),
    );
    await eventually(() => expect(seen.events).toEqual([{ n: 1 }, { n: 2 }]));
    expect(positions()).toEqual([undefined, '2']);
    // What was read before the first connection may be older than the stream.
    expect([seen.gaps, seen.states.at(-1)]).toEqual([1, 'live']);
  });

  it('asks for another token at once when one is refused', async () => {
    follow(refusal(401), streamOf('id: 1\ndata: {}\n\n'));
    await eventually(() => expect(seen.events).toHaveLength(1));
    expect(seen.rejections).toEqual([false, true]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token1', 'Bearer token2']);
    expect(seen.states).not.toContain('lost');
  });

  it('tells that events are missing when its position is not accepted any more', async () => {
    follow(endedStreamOf('retry: 10\n\nid: 7\n\n'), refusal(422), streamOf('id: 9\ndata: {}\n\n'));
    await eventually(() => expect(seen.events).toHaveLength(1));
    expect(positions()).toEqual([undefined, '7', undefined]);
    expect(seen.gaps).toBeGreaterThan(1);
  });

  it('tells that the connection is lost, and that it is back', async () => {
    follow(refusal(503), streamOf(':\n\n'));
    await eventually(() => expect(seen.states).toEqual(['connecting', 'lost', 'live']));
  });

  it('tells that the workspace has too many streams, and goes on when it has not any more', async () => {
    follow(refusal(429), streamOf(':\n\n'));
    await eventually(() => expect(seen.states).toEqual(['connecting', 'refused', 'live']));
  });

  it('connects again at once when the network is back', async () => {
    // By itself it would wait for minutes in all after so many refusals in a row, which is longer than this test does.
    follow(...Array.from({ length: 8 }, () => refusal(503)), streamOf(':\n\n'));
    await eventually(() => {
      network.dispatchEvent(new Event('online'));
      expect(seen.states.at(-1)).toBe('live');
    });
  });

  it('ends with its signal', async () => {
    follow(streamOf('id: 1\ndata: {}\n\n'));
    await eventually(() => expect(seen.events).toHaveLength(1));
    const [request] = requests;
    controller.abort();
    await once(request?.socket ?? server, 'close');
    expect(seen.states.at(-1)).toBe('live');
  });
});

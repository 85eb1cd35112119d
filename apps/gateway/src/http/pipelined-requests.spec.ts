import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { eventually, gate } from '@parley/testing';
import { TICKET_ID, startHarness } from '../gateway.fixture.ts';

const PATH = `/v1/tickets/${TICKET_ID}`;

it('of the requests that a client sends ahead on a connection, one is handled at a time, and all are answered in order', async () => {
  await using harness = await startHarness();
  const [token, other] = [harness.issue({ limit: 100_000 }), harness.issue({ limit: 100_000 })];
  const [answered, answer] = gate();
  const calls = () => harness.tickets.calls.filter(({ ctx }) => ctx.requestId.startsWith('ahead'));
  harness.tickets.answer = async ({ ctx }) => {
    if (ctx.requestId.startsWith('ahead')) await answered;
    return { value: { id: TICKET_ID }, replayed: false };
  };
  const ids = Array.from({ length: 500 }, (_, index) => `ahead${index}`);
  const lines = (id: string) => [
    `GET ${PATH} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${token}`,
    `X-Request-Id: ${id}`,
  ];
  const socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => (received += String(chunk)));
  socket.write(ids.map((id) => `${lines(id).join('\r\n')}\r\n\r\n`).join(''));
  await eventually(() => calls().length > 0);
  // Time for all that has arrived: each of these is a round trip.
  for (let n = 0; n < 5; n += 1) expect((await harness.request(PATH, { token: other })).status).toBe(200);
  expect(calls().length).toBe(1);
  answer();
  const answeredIds = () => [...received.matchAll(/x-request-id: (ahead\d+)/g)].map(([, id]) => id);
  await eventually(() => answeredIds().length === ids.length);
  expect(answeredIds()).toEqual(ids);
  socket.destroy();
});

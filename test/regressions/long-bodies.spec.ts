import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from '@jest/globals';
import { CONSOLE_API_PATH } from '@parley/contracts/console';
import { operator } from '../e2e/platform.ts';

/** More than the buffers of both sockets hold, so that the response comes while the body is still being sent. */
const BODY = Buffer.alloc(20_000_000, 'x');
const ROUNDS = 20;

it('answers a body over the limit also when the response comes before its end', async () => {
  const { auth_url: authUrl } = (await operator.workspace()).credentials;
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', 'content-length': BODY.length };
  const statuses: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = request(`${authUrl}${CONSOLE_API_PATH}/session`, { method: 'POST', agent, headers });
    sent.end(BODY);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    statuses.push(response.statusCode);
    await once(response.resume(), 'end');
  }
  agent.destroy();
  expect(statuses).toEqual(Array.from({ length: ROUNDS }, () => 400));
});

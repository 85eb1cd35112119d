// How long it takes from an assignment to the message at the push service of the user's browser.
import { createECDH, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { percentile } from '../test/setup/percentile.mjs';
import { startPlatform } from './platform.mjs';

const ASSIGNMENTS = 100;

const newKeys = () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair;
};

/** Returns the milliseconds from the request that assigns a ticket to the request that pushes the notification. */
export async function benchPush() {
  const pushed = new EventEmitter();
  const service = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(201).end();
      pushed.emit('message', performance.now());
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const platform = await startPlatform({
    PUSH_VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), newKeys().getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
    PUSH_ALLOW_CIDRS: '127.0.0.1/32',
  });
  try {
    const { id: user } = await send(platform, 'GET', '/v1/me');
    await send(platform, 'POST', '/v1/notifications/devices', {
      endpoint: `http://127.0.0.1:${service.address().port}/device`,
      keys: {
        p256dh: newKeys().getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    });
    const times = [];
    for (let nth = 0; nth < ASSIGNMENTS; nth += 1) {
      const arrival = once(pushed, 'message');
      const began = performance.now();
      await send(platform, 'POST', '/v1/tickets', { subject: `Ticket ${nth}`, assignee_id: user });
      const [at] = await arrival;
      times.push(at - began);
    }
    const ms = (share) => Math.round(percentile(times, share));
    return { assignments: ASSIGNMENTS, p50_ms: ms(0.5), p95_ms: ms(0.95), max_ms: ms(1) };
  } finally {
    await platform.stop();
    service.close();
  }
}

/** The data of a response, which must be a success. */
async function send({ url, headers }, method, path, body) {
  const sent =
    body === undefined
      ? { headers }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, ...sent });
  const { data, error } = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import * as api from '@parley/contracts';
import { ApiClient, eventually, type TestWorkspace } from '@parley/testing';
import { PushService } from './push/push-service.ts';
import { Deployment } from './rolling/deployment.ts';
import { checkout } from './rolling/releases.ts';

const KEY = createECDH('prime256v1');
KEY.generateKeys();
const SETTINGS = {
  PUSH_VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), KEY.getPrivateKey()])
    .subarray(-32)
    .toString('base64url'),
  PUSH_ALLOW_CIDRS: '127.0.0.1/32',
  PUSH_TIMEOUT: '2s',
  PUSH_LEASE: '4s',
  // Longer than the story takes: nothing is given up.
  PUSH_RETRY_SCHEDULE: Array(50).fill('5s').join(),
};
const AUTOMATION = 'automation 0';

let deployment: Deployment;
let service: PushService;
let sql: pg.Client;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await PushService.start();
  deployment = await Deployment.start(checkout, {}, SETTINGS);
  workspace = await deployment.operator.workspace();
  sql = new pg.Client({ connectionString: deployment.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await deployment.remove();
  await service.close();
});

/** A user with a client that acts as them. */
async function colleague({ credentials } = workspace) {
  const { workspace_id: id, base_url: baseUrl } = credentials;
  const email = `${crypto.randomUUID()}@example.com`;
  const user = await deployment.operator.run(api.createUser, { workspace: id, email, name: 'Kim' });
  const named = { workspace: id, email, name: 'Own', scopes: 'notifications:manage' };
  const { token } = await deployment.operator.run(api.createPat, named);
  return { id: user.id, client: new ApiClient(baseUrl, token) };
}

const assign = async (assignee_id: api.Id<'user'>, subject: string, { live } = workspace) =>
  (await live.ok(api.createTicket, { body: { subject, assignee_id } })).data.id;
const notified = async (client: ApiClient, count: number) =>
  eventually(async () => {
    const { data } = await client.ok(api.listNotifications, { query: { order: 'asc', per_page: '100' } });
    expect(data).toHaveLength(count);
    return data;
  });
const restart = () => deployment.restart(AUTOMATION, checkout);

/** Keeps messages from being deleted, and from being read to be sent, until it is let go. */
async function holdMessages(): Promise<() => Promise<void>> {
  await sql.query('begin');
  await sql.query('lock table automation.notification_push in exclusive mode');
  return async () => {
    await sql.query('rollback');
  };
}
/** At a time at which no process sends: the next one that takes the device has to wait. */
const holdWhileIdle = () =>
  eventually(async () => {
    const release = await holdMessages();
    if (!(await isLeased())) return release;
    await release();
    throw new Error('a process is sending');
  });
const isLeased = async () => {
  const { rows } = await sql.query(
    'select from automation.notification_device where lease_token is not null and due_at > now()',
  );
  return rows.length > 0;
};

describe('a device', () => {
  it('gets each notification once by its id and in their order, whenever the process that pushes is killed', async () => {
    const { id, client } = await colleague();
    service.answer(503);
    await client.ok(api.createNotificationDevice, { body: service.subscription });
    const subjects = ['Text of Dana', 'Text of Noor', 'Text of Zoë'];
    const tickets = [];
    for (const subject of subjects) {
      tickets.push(await assign(id, subject));
      await notified(client, tickets.length);
    }
    await eventually(() => service.messages.length > 0);

    // Between the claim and the request.
    const release = await holdWhileIdle();
    const first = service.messages.length;
    await eventually(isLeased);
    await deployment.kill(AUTOMATION);
    await release();
    expect(service.messages).toHaveLength(first);

    // After the request, before its answer.
    const held = new Promise<void>((resolve) => service.next(() => resolve()));
    await restart();
    await held;
    await deployment.kill(AUTOMATION);

    // After the answer, before the message is deleted.
    service.answer(201);
    const taken = new Promise<() => Promise<void>>((resolve, reject) =>
      service.next((_message, response) => {
        holdMessages().then((letGo) => response.writeHead(201).end(() => resolve(letGo)), reject);
      }),
    );
    await restart();
    const letGo = await taken;
    await deployment.kill(AUTOMATION);
    await letGo();
    await restart();

    const expected = (await notified(client, 3)).map((one) => one.id);
    await eventually(() => expect(service.ids).toEqual(expected));
    await eventually(async () => {
      const { rows } = await sql.query('select from automation.notification_push');
      return rows.length === 0;
    });
    expect(service.ids).toEqual(expected);
    // The deletion that waited may be done by the database when its process is dead: then that message is not sent again.
    expect(service.messages.length).toBeGreaterThanOrEqual(first + 3 + 1);
    expect(new Set(service.messages.map(({ topic }) => topic)).size).toBe(3);
    expect(service.messages.at(-1)?.payload).toEqual({
      id: expected[2],
      cause: 'assigned',
      record_id: tickets[2],
    });
    expect(JSON.stringify(service.messages)).not.toContain('Text of');
  });

  it('is removed when its push service does not know it any more', async () => {
    const { id, client } = await colleague();
    service.answer(410);
    await client.ok(api.createNotificationDevice, { body: service.subscription });
    await assign(id, 'Gone');
    await eventually(async () => {
      const { data } = await client.ok(api.listNotificationDevices, { query: {} });
      return data.length === 0;
    });
    expect(await notified(client, 1)).toHaveLength(1);
  });
});

describe('a workspace', () => {
  it('gets its messages while the push services of another one answer nothing', async () => {
    const slow = await PushService.start();
    const held = slow.hold();
    const other = await deployment.operator.workspace();
    const users = await Promise.all(Array.from({ length: 4 }, () => colleague(other)));
    for (const { client } of users)
      for (let nth = 0; nth < api.NOTIFICATION_DEVICES_MAX; nth += 1)
        await client.ok(api.createNotificationDevice, {
          body: slow.subscriptionOf(crypto.randomUUID()),
        });
    const devices = users.length * api.NOTIFICATION_DEVICES_MAX;
    for (const { id } of users) await assign(id, 'Slow', other);
    await eventually(() => expect(slow.messages.length).toBeGreaterThan(0));

    const { id, client } = await colleague();
    service.answer(201);
    await client.ok(api.createNotificationDevice, { body: service.subscriptionOf('quick') });
    const ticket = await assign(id, 'Quick');
    await eventually(() =>
      expect(service.messages.map(({ payload }) => payload['record_id'])).toContain(ticket),
    );

    await eventually(() => expect(slow.messages.length).toBeGreaterThanOrEqual(devices));
    expect(held.most).toBeLessThanOrEqual(8);
    await slow.close();
  });
});

describe('a user', () => {
  it('is notified once of each event, whenever the process that reads events is killed', async () => {
    const { id, client } = await colleague();
    const tickets: string[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      tickets.push(await assign(id, `Ticket ${nth}`));
      if (nth % 8 !== 7) continue;
      await deployment.kill(AUTOMATION);
      await restart();
    }
    const found = await notified(client, 20);
    expect(new Set(found.map(({ ticket_id: ticket }) => ticket))).toEqual(new Set(tickets));
    expect(found.map(({ cause }) => cause)).toEqual(Array(20).fill('assigned'));
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, getMe, revokeKey, createKey } from '@parley/contracts';
import { topologyOf, RETRY_DELAYS_MS } from '@parley/events';
import { ApiClient, eventually, Operator, Receiver } from '@parley/testing';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import { newInstallation, SERVERS, type Installation } from '../setup/services-process.mjs';
import { CLOSED, UNREACHABLE } from './closed-servers.ts';
import { StandaloneProcess } from './standalone-process.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation({}, SERVERS, { isEmpty: true });
});
afterAll(() => installation.remove());

describe('standalone with external servers', () => {
  let standalone: StandaloneProcess;
  let receiver: Receiver;
  beforeEach(async () => {
    standalone = await StandaloneProcess.create();
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await standalone.remove();
    await receiver.close();
  });

  const only = (...names: string[]) =>
    Object.fromEntries(
      ['BUS_PREFIX', 'REDIS_PREFIX', ...names].map((name) => [name, installation.env[name] ?? '']),
    );
  const client = async () => {
    const { base_url: url, live_key: key } = await standalone.credentials();
    return new ApiClient(url, key);
  };
  const deliversTicketEvents = async () => {
    const live = await client();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    const { data } = await live.ok(createTicket, { body: { subject: 'By the broker' } });
    await eventReceived(data.id);
  };
  /** The first start creates an example ticket, whose events receivers may get too. */
  const eventReceived = (ticket: string) =>
    eventually(() => receiver.of('ticket.created').some(({ body }) => body.data['id'] === ticket));

  it('sends its events through the broker of AMQP_URL, and loses none on kill -9', async () => {
    await standalone.start(only('AMQP_URL'));
    expect(standalone.stdout).toMatch(/events +127\.0\.0\.1:\d+ \(AMQP_URL\)/);
    expect(standalone.stdout).toMatch(/limits +in this process/);
    await deliversTicketEvents();
    const model = await connect(SERVERS.AMQP_URL);
    const channel = await model.createChannel();
    const { work } = topologyOf(installation.env['BUS_PREFIX'] ?? '', RETRY_DELAYS_MS).queuesOf('webhook');
    for (const queue of work) expect((await channel.checkQueue(queue)).consumerCount).toBe(1);
    await model.close();

    const live = await client();
    const made = await live.ok(createTicket, { body: { subject: 'Just before the end' } });
    await standalone.kill();
    await standalone.start(only('AMQP_URL'));
    await eventReceived(made.data.id);
    expect(await standalone.interrupt()).toBe(0);
  });

  it('keeps limits and tokens in the Redis of REDIS_URL, read from the file of REDIS_URL_FILE', async () => {
    const file = join(standalone.dataDir, 'redis-url');
    await writeFile(file, `${installation.env['REDIS_URL']}\n`);
    await standalone.start({ ...only(), REDIS_URL_FILE: file });
    expect(standalone.stdout).toMatch(/limits +127\.0\.0\.1:\d+ \(REDIS_URL\)/);
    expect(standalone.stdout).toMatch(/events +in this process/);
    expect(standalone.stdout).toMatch(/database +PostgreSQL of its own/);
    const { workspace_id: workspace, base_url: url } = await standalone.credentials();
    const operator = Operator.ofStandalone(standalone.dataDir);
    const named = { workspace, name: 'Soon gone', scopes: 'tickets:read' };
    const { id, key } = await operator.run(createKey, named);
    const me = () => new ApiClient(url, key).call(getMe, {});
    expect((await me()).status).toBe(200);
    await operator.run(revokeKey, { id });
    expect((await me()).status).toBe(401);
    const redis = new Redis(SERVERS.REDIS_URL);
    const found = await redis.keys(`${installation.env['REDIS_PREFIX'] ?? ''}*`);
    redis.disconnect();
    expect(found.length).toBeGreaterThan(1);
    expect(await standalone.interrupt()).toBe(0);
  });

  it('runs on all three, and stops without warnings', async () => {
    await standalone.start(only('DATABASE_URL', 'AMQP_URL', 'REDIS_URL'));
    expect(standalone.stdout).toMatch(/database +\S+\/test_\w+ \(DATABASE_URL\)/);
    expect(await standalone.postmaster()).toBeUndefined();
    await deliversTicketEvents();
    expect(await standalone.interrupt()).toBe(0);
    expect(standalone.stderr).toBe('');
  });

  it.each(Object.keys(CLOSED) as (keyof typeof CLOSED)[])(
    'reports in one line that the server of %s cannot be reached',
    async (name) => {
      const { code, stdout, stderr } = await standalone.launch({ [name]: CLOSED[name] });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(UNREACHABLE[name])]);
      expect(stderr).not.toContain('hidden');
      expect(await standalone.postmaster()).toBeUndefined();
    },
  );
});

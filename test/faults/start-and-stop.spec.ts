import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, getTicket, listTickets } from '@parley/contracts';
import { ApiClient, eventually, Receiver } from '@parley/testing';
import { StandaloneProcess } from './standalone-process.ts';

describe('standalone', () => {
  let standalone: StandaloneProcess;

  beforeEach(async () => {
    standalone = await StandaloneProcess.create();
  });

  afterEach(() => standalone.remove());

  it('stops on Ctrl-C, even while a receiver hangs, and keeps its data', async () => {
    const receiver = await Receiver.start(() => undefined);
    await standalone.start();
    const first = await standalone.credentials();
    const client = new ApiClient(first.base_url, first.live_key);
    // The demo workspace has something in it to look at, and it is filled only once.
    const demo = (await client.ok(listTickets, { query: {} })).meta.total_count;
    expect(demo).toBeGreaterThan(3);
    // For this event only: those of the demo workspace's SLA timers would each hold up the delivery until their timeout.
    await client.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    const { data: ticket } = await client.ok(createTicket, { body: { subject: 'Still here' } });
    await receiver.received('ticket.created');
    const postmaster = await standalone.postmaster();

    expect(await standalone.interrupt()).toBe(0);
    expect(standalone.stdout).toMatch(/\nstopping…\n$/);
    expect(standalone.stderr).not.toMatch(/\n\s+at /);
    expect(() => process.kill(postmaster ?? 0, 0)).toThrow();
    expect(existsSync(join(standalone.dataDir, 'control.json'))).toBe(false);

    await standalone.start();
    expect(await standalone.credentials()).toEqual(first);
    expect((await client.ok(getTicket, { params: { ticket_id: ticket.id } })).data.subject).toBe(
      'Still here',
    );
    expect((await client.ok(listTickets, { query: {} })).meta.total_count).toBe(demo + 1);
    // The delivery that was cut off is made again.
    await receiver.received('ticket.created', 2);
    await receiver.close();
  });

  it('stops if only npm receives the signal', async () => {
    await standalone.remove();
    standalone = await StandaloneProcess.create('npm start');
    await standalone.start();
    const postmaster = await standalone.postmaster();
    await standalone.interrupt();
    await eventually(() => standalone.postmaster().then((pid) => pid === undefined));
    expect(() => process.kill(postmaster ?? 0, 0)).toThrow();
  });

  it.each(['GATEWAY', 'AUTH', 'FILES', 'MAIL_HTTP'] as const)(
    'reports that its %s_PORT is in use, and starts nothing',
    async (part) => {
      const { port: api, authPort, filesPort, mailPort } = standalone;
      const port = { GATEWAY: api, AUTH: authPort, FILES: filesPort, MAIL_HTTP: mailPort }[part];
      const other = createServer().listen(port, '127.0.0.1');
      const { code, stdout, stderr } = await standalone.launch();
      other.close();
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.trim().split('\n')).toEqual([
        `Port ${port} on 127.0.0.1 is in use. Set ${part}_PORT to another one.`,
      ]);
      expect(await standalone.postmaster()).toBeUndefined();
    },
  );

  it('reports that its host is not an address of this machine', async () => {
    const { code, stderr } = await standalone.launch({ GATEWAY_HOST: '192.0.2.1' });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(
      '192.0.2.1 is no address of this machine (EADDRNOTAVAIL). Set GATEWAY_HOST to one.',
    );
  });

  it('prints the port that it chose, or the configured address, and secrets at the first start only', async () => {
    await standalone.start({ GATEWAY_PORT: '0' });
    const {
      base_url: found,
      live_key: key,
      test_key: test,
      password,
      ...others
    } = await standalone.credentials();
    expect((await new ApiClient(found, key).call(listTickets, { query: {} })).status).toBe(200);
    for (const secret of [key, test, password]) expect(standalone.stdout).toContain(secret);
    for (const next of [others.workspace_id, `${found}/docs`, `${found}/docs/guides`, others.auth_url])
      expect(standalone.stdout).toContain(next);
    await standalone.interrupt();
    // Who can be reached from other machines lets nobody reach its own.
    await standalone.start({ GATEWAY_PORT: '0', GATEWAY_HOST: '0.0.0.0' });
    const again = await standalone.credentials();
    const body = { url: 'http://127.0.0.1:4000/', events: ['*'] };
    const refused = await new ApiClient(again.base_url, again.live_key).call(createWebhook, { body });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'url']);
    expect(standalone.stdout).toContain(join(standalone.dataDir, 'credentials.json'));
    for (const secret of [key, test, password]) expect(standalone.stdout).not.toContain(secret);
    await standalone.interrupt();
    await standalone.start({ BASE_URL: 'https://api.example.com' });
    expect((await standalone.credentials()).base_url).toBe('https://api.example.com');
  });

  it.each([
    [{}, 78, 'S3_BUCKET is not set'],
    [
      {
        S3_BUCKET: 'files',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'hidden',
      },
      1,
      'FILE_STORAGE: the storage of files cannot be used: S3 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    ],
  ])('reports in one line that files cannot be stored with %p', async (settings, exitCode, says) => {
    const { code, stdout, stderr } = await standalone.launch({ FILE_STORAGE: 's3', ...settings });
    expect([code, stdout, stderr.trim()]).toEqual([exitCode, '', says]);
  });

  it('does not start twice on one data folder', async () => {
    await standalone.start();
    const { code, stderr } = await standalone.launch({
      ...{ GATEWAY_PORT: '0', AUTH_PORT: '0', FILES_PORT: '0', MAIL_HTTP_PORT: '0' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('already in use by process');
  });
});

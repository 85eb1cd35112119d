import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';

const LARGE = 40_000_000;
/** The time that DOWNLOAD_MIN_RATE leaves for it is longer, and that of every other timer is shorter. */
const MIN_LIMIT_MS = 1_000_000;

/** What it takes to hold a download: the request is sent, and nothing of the answer is read. */
async function openSlowly(target: string): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(target);
  const socket = connect({ port: Number(port), host: hostname, highWaterMark: 1024 } as never);
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: files\r\n\r\n`);
  return socket;
}

/** Whether this process has a file of the storage open. */
async function isOpen(id: string): Promise<boolean> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.some((path) => path.includes(id));
}

const impatient = await FileService.open({ DOWNLOAD_IDLE_TIMEOUT: '1s' });
const large = await impatient.newFile(newTenant(), randomBytes(LARGE));
const target = impatient.targetOf(large.url ?? '');

describe('a client', () => {
  afterAll(() => impatient.close());

  it('that goes away leaves no file open', async () => {
    const patient = await FileService.open();
    const file = await patient.newFile(newTenant(), randomBytes(LARGE));
    const socket = await openSlowly(patient.targetOf(file.url ?? ''));
    await eventually(() => isOpen(file.id));
    socket.destroy();
    await eventually(async () => expect(await isOpen(file.id)).toBe(false));
    await patient.close();
  });

  it('that goes away at any moment leaves no file open and no timer', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    for (let turns = 0; turns < 60; turns += 1) {
      const socket = await openSlowly(target);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      socket.destroy();
    }
    await eventually(async () => expect(await isOpen(large.id)).toBe(false));
    const { calls, results } = timers.mock;
    const limits = results.filter((_, index) => (calls[index]?.[1] ?? 0) > MIN_LIMIT_MS);
    await eventually(() =>
      limits.every(({ value }) => cleared.mock.calls.some(([timer]) => timer === value)),
    );
    timers.mockRestore();
    cleared.mockRestore();
    // Its place in the pool of connections to the database is free again, too.
    expect((await fetch(target, { headers: { range: 'bytes=0-0' } })).status).toBe(206);
  });

  it('that takes no bytes is cut off after DOWNLOAD_IDLE_TIMEOUT', async () => {
    const socket = await openSlowly(target);
    await eventually(async () => expect(await isOpen(large.id)).toBe(true));
    await eventually(async () => expect(await isOpen(large.id)).toBe(false));
    socket.destroy();
  });

  it('that takes fewer bytes a second than DOWNLOAD_MIN_RATE is cut off', async () => {
    const strict = await FileService.open({ DOWNLOAD_IDLE_TIMEOUT: '1s', DOWNLOAD_MIN_RATE: '64MiB' });
    const tenant = newTenant();
    const other = await strict.newFile(tenant, randomBytes(LARGE));
    const socket = await openSlowly(strict.targetOf(other.url ?? ''));
    let read = 0;
    // Some bytes at a time, so that the connection is never idle.
    const timer = setInterval(() => (read += (socket.read(65_536) as Buffer | null)?.length ?? 0), 50);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    expect(read).toBeLessThan(LARGE);
    await eventually(async () => expect(await isOpen(other.id)).toBe(false));
    await strict.close();
  });

  it('gets the rest of its download while the server drains', async () => {
    const own = await FileService.open();
    const tenant = newTenant();
    const other = await own.newFile(tenant, randomBytes(LARGE));
    const link = own.targetOf(other.url ?? '');
    const response = await fetch(link);
    const closing = own.close();
    expect((await response.arrayBuffer()).byteLength).toBe(LARGE);
    await closing;
    await expect(fetch(link)).rejects.toThrow();
  });

  it('holds no more downloads of a workspace at a time than it may, and none of another', async () => {
    const narrow = await FileService.open({ DOWNLOADS_PER_WORKSPACE: '2' });
    const [file, other] = [
      await narrow.newFile(newTenant(), randomBytes(LARGE)),
      await narrow.newFile(newTenant(), randomBytes(10)),
    ];
    const [link, elsewhere] = [file, other].map(({ url }) => narrow.targetOf(url ?? '')) as [string, string];
    const held = [await openSlowly(link), await openSlowly(link)];
    for (const socket of held) await once(socket, 'readable');
    const refused = await fetch(link);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    // What takes no bytes needs no slot.
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(elsewhere)).status).toBe(200);
    held[0]?.destroy();
    await eventually(async () => (await fetch(link, { headers: { range: 'bytes=0-0' } })).status === 206);
    held[1]?.destroy();
    await narrow.close();
  });

  it('is limited per address, with the numbers in every response', async () => {
    const limited = await FileService.open({ PUBLIC_REQUESTS_PER_MINUTE: '2' });
    const tenant = newTenant();
    const link = limited.targetOf((await limited.newFile(tenant, randomBytes(10))).url ?? '');
    const seen = async (at: string) => {
      const response = await fetch(at);
      await response.arrayBuffer();
      return [response.status, response.headers.get('x-ratelimit-remaining')];
    };
    expect(await seen(link)).toEqual([200, '1']);
    expect(await seen(limited.targetOf('http://localhost/nowhere'))).toEqual([404, '0']);
    expect(await seen(link)).toEqual([429, '0']);
    expect(await seen(limited.targetOf('http://localhost/healthz'))).toEqual([200, '1']);
    await limited.close();
  });
});

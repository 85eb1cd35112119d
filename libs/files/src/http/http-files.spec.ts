import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@parley/runtime/config';
import { eventually, TcpProxy } from '@parley/testing';
import {
  EndlessBytes,
  failureOf,
  newHead,
  readAll,
  uploadContext,
  uploadsConformance,
  type CreateFiles,
} from '../uploads.conformance.ts';
import { readsConformance } from '../reads.conformance.ts';
import type { ReceiveUpload } from '../file-transport.ts';
import {
  closeAll,
  gateway,
  OTHER,
  SECRET,
  serve,
  servers,
  serveStore,
  sockets,
  type Settings,
} from './http-files.fixture.ts';
import type { HttpFiles } from './http-files.ts';
import { FileTransportConfig } from './file-transport.config.ts';

afterEach(closeAll);

const sendOne = (uploads: HttpFiles, text = 'hello') =>
  uploads.send(uploadContext(), newHead(), Readable.from([text]));
const unavailable = { code: 'service_unavailable' };

const create: CreateFiles = async (store) => {
  const { address, stop } = await serveStore(store, { RPC_SECRET: SECRET });
  const settings = { RPC_SECRET: SECRET, RPC_CONNECT_TIMEOUT: '30s' };
  return { files: gateway(address, settings), stop, close: stop };
};

uploadsConformance('over HTTP', create);
readsConformance('over HTTP', create);

describe('an upload over HTTP', () => {
  it('is taken only from a process that knows one of the secrets, with the first of which it signs', async () => {
    const received: string[] = [];
    const receive: ReceiveUpload = (ctx, head, bytes) => {
      received.push(head.id);
      return readAll(ctx, head, bytes);
    };
    const { address } = await serve(receive, { RPC_SECRET: SECRET });
    for (const wrong of ['', OTHER, `${OTHER},${SECRET}`]) {
      const bytes = new EndlessBytes();
      const sending = gateway(address, { RPC_SECRET: wrong }).send(uploadContext(), newHead(), bytes);
      expect(await failureOf(sending)).toMatchObject(unavailable);
      expect(bytes.made).toBe(0);
    }
    expect(received).toEqual([]);
    expect(await sendOne(gateway(address, { RPC_SECRET: `${SECRET},${OTHER}` }))).toMatchObject({ size: 5 });
    const rotating = await serve(receive, { RPC_SECRET: `${OTHER},${SECRET}` });
    expect(await sendOne(gateway(rotating.address, { RPC_SECRET: SECRET }))).toMatchObject({ size: 5 });
  });

  it('is not believed to be stored by a process that does not prove the secret', async () => {
    const { address } = await serve();
    expect(await failureOf(sendOne(gateway(address, { RPC_SECRET: SECRET })))).toMatchObject(unavailable);
  });

  it('is refused with a head, context or path that was not signed, and without bytes being read', async () => {
    const received: string[] = [];
    const { address } = await serve(
      (ctx, head, bytes) => {
        received.push(head.name);
        return readAll(ctx, head, bytes);
      },
      { RPC_SECRET: SECRET },
    );
    const recorded = await recordRequest(SECRET);
    const put = (path: string, headers: Settings) =>
      fetch(`http://${address}${path}`, { method: 'PUT', headers, body: 'hello' }).then(
        ({ status }) => status,
      );
    const otherHead = Buffer.from(JSON.stringify({ ...newHead(), name: 'b' })).toString('base64url');
    const { path, headers } = recorded;
    expect(await put(path, { ...headers, 'x-parley-upload': otherHead })).toBe(403);
    expect(await put(path, { ...headers, 'x-parley-context': otherHead })).toBe(403);
    expect(await put(`/uploads/${newHead().id}`, headers)).toBe(403);
    expect(await put(path, { ...headers, 'x-parley-signature': '' })).toBe(403);
    const old = (headers['x-parley-signature'] ?? '').replace(/^\d+/, String(Date.now() - 600_000));
    expect(await put(path, { ...headers, 'x-parley-signature': old })).toBe(403);
    expect(received).toEqual([]);
    expect(await put(path, headers)).toBe(200);
  });

  it('requires a secret or certificates where other machines can connect', () => {
    const config = (settings: Settings) => new FileTransportConfig({ UPLOAD_HOST: '0.0.0.0', ...settings });
    expect(() => config({})).toThrow(ConfigError);
    expect(() => config({ RPC_SECRET: SECRET })).not.toThrow();
    expect(() => config({ UPLOAD_HOST: '127.0.0.1' })).not.toThrow();
  });

  it.each(['nowhere', 'a:0', 'a:65536', '[a]:1', 'a:b:1'])('is not sent to "%s"', (address) => {
    expect(() => gateway(address)).toThrow('is not of the form host:port');
  });
});

describe('connections of uploads', () => {
  it('are kept for further uploads, also after one that failed before its bytes were read', async () => {
    const { address } = await serve();
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
    const uploads = gateway(`127.0.0.1:${proxy.port}`);
    for (let round = 0; round < 5; round += 1) await sendOne(uploads);
    expect(proxy.connections).toBe(1);
    await proxy.close();
  });

  it('that the file service has closed meanwhile are replaced', async () => {
    const { address } = await serve();
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
    const uploads = gateway(`127.0.0.1:${proxy.port}`);
    await sendOne(uploads);
    proxy.cut();
    expect(await sendOne(uploads)).toMatchObject({ size: 5 });
    await proxy.close();
  });
});

describe('of several processes of the file service', () => {
  it('each gets uploads', async () => {
    const counts = [0, 0, 0];
    const addresses: string[] = [];
    for (const index of counts.keys()) {
      const { address } = await serve((...upload) => {
        counts[index] = (counts[index] ?? 0) + 1;
        return readAll(...upload);
      });
      addresses.push(address);
    }
    const uploads = gateway(addresses.join());
    for (let round = 0; round < 9; round += 1) await sendOne(uploads);
    expect(counts).toEqual([3, 3, 3]);
  });

  it('another one takes what one that is gone, hangs or drains does not take', async () => {
    const hanging = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    servers.push(hanging);
    await once(hanging, 'listening');
    const gone = await serve();
    await gone.stop();
    const draining = await serve();
    const working = await serve();
    const toDraining = gateway(draining.address);
    // Keeps it from ending.
    const bytes = new PassThrough();
    const running = toDraining.send(uploadContext(), newHead(), bytes);
    await sendOne(toDraining);
    const stopping = draining.stop();
    const { port } = hanging.address() as AddressInfo;
    const uploads = gateway([gone.address, `127.0.0.1:${port}`, draining.address, working.address].join());
    for (let round = 0; round < 4; round += 1) expect(await sendOne(uploads)).toMatchObject({ size: 5 });
    bytes.end('last');
    expect(await running).toMatchObject({ size: 4 });
    await stopping;
  });

  it('each is asked while a cache of names has many that have ended', async () => {
    const gone = await Promise.all(Array.from({ length: 5 }, () => serve()));
    for (const { stop } of gone) await stop();
    const working = await serve();
    for (let round = 0; round < 6; round += 1) {
      const uploads = gateway([...gone, working].map(({ address }) => address).join());
      expect(await sendOne(uploads)).toMatchObject({ size: 5 });
    }
  });

  it('none takes an upload again after its bytes were sent', async () => {
    let received = 0;
    const failing: ReceiveUpload = async (_ctx, _head, bytes) => {
      received += 1;
      await once(bytes, 'data');
      throw new Error('broken');
    };
    const processes = [await serve(failing), await serve(failing)];
    const uploads = gateway(processes.map(({ address }) => address).join());
    expect(await failureOf(sendOne(uploads))).toMatchObject({ code: 'internal_error' });
    expect(received).toBe(1);
  });

  it('an upload fails if its process is lost after the last byte', async () => {
    let received = 0;
    const { address } = await serve(async (ctx, head, bytes) => {
      const upload = await readAll(ctx, head, bytes);
      received += 1;
      proxy.cut();
      return upload;
    });
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
    const error = await failureOf(sendOne(gateway(`127.0.0.1:${proxy.port}`)));
    expect(error).toMatchObject(unavailable);
    expect(received).toBe(1);
    await proxy.close();
  });

  it('an upload fails if its process is lost in the middle', async () => {
    const { address } = await serve(async (_ctx, _head, bytes) => {
      await once(bytes, 'close');
      throw new Error('lost');
    });
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
    const bytes = new EndlessBytes();
    const sending = gateway(`127.0.0.1:${proxy.port}`).send(uploadContext(), newHead(), bytes);
    await eventually(() => expect(bytes.made).toBeGreaterThan(1_000_000));
    proxy.cut();
    expect(await failureOf(sending)).toMatchObject(unavailable);
    expect(bytes.destroyed).toBe(true);
    await proxy.close();
  });
});

/** Path and headers of an upload that a gateway with this secret sends. */
async function recordRequest(secret: string): Promise<{ path: string; headers: Settings }> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sending = sendOne(gateway(`127.0.0.1:${port}`, { RPC_SECRET: secret }));
  sending.catch(() => undefined);
  const [socket] = (await once(server, 'connection')) as [Readable & { destroy(): void }];
  const [text] = (await once(socket, 'data')) as [Buffer];
  server.close();
  socket.destroy();
  const [line = '', ...lines] = text.toString().split('\r\n');
  const headers = lines.flatMap((one) => (one.startsWith('x-parley-') ? [one.split(': ')] : []));
  return { path: line.split(' ')[1] ?? '', headers: Object.fromEntries(headers) as Settings };
}

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { notFound } from '@parley/contracts';
import { eventually, TcpProxy } from '@parley/testing';
import { contentOf, endOf, newContent, storing } from '../reads.conformance.ts';
import { failureOf, uploadContext } from '../uploads.conformance.ts';
import { closeAll, gateway, OTHER, SECRET, serve, servers, serveStore } from './http-files.fixture.ts';

afterEach(closeAll);

const unavailable = { code: 'service_unavailable' };

describe('a read over HTTP', () => {
  const content = (text = 'hello') => newContent(Buffer.from(text));

  it('is answered only to a caller that knows the secret, and believed only of a process that proves it', async () => {
    const file = content();
    const { address } = await serveStore(storing(file), { RPC_SECRET: SECRET });
    const read = (at: string, secret: string) =>
      gateway(at, { RPC_SECRET: secret }).read(uploadContext(), file.id);
    for (const wrong of ['', OTHER]) expect(await failureOf(read(address, wrong))).toMatchObject(unavailable);
    const silent = await serveStore(storing(content()));
    expect(await failureOf(read(silent.address, SECRET))).toMatchObject(unavailable);
    expect((await contentOf(await read(address, SECRET))).toString()).toBe('hello');
  });

  it('is answered by another process if one is gone, and fails if its own is lost in the middle', async () => {
    const gone = await serve();
    await gone.stop();
    const source = new Readable({ read: () => undefined });
    const file = { ...content(), size: 1_000_000, stream: source };
    const { port } = await serveStore(storing(file));
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port });
    const files = gateway([gone.address, `127.0.0.1:${proxy.port}`].join());
    const read = await files.read(uploadContext(), file.id);
    source.push(Buffer.alloc(500_000));
    await once(read.stream, 'readable');
    proxy.cut();
    expect(await endOf(read)).toMatchObject(unavailable);
    await eventually(() => expect(source.destroyed).toBe(true));
    await proxy.close();
  });

  it('keeps its connection for further reads', async () => {
    const files = Array.from({ length: 5 }, () => content());
    const { port } = await serveStore(storing(...files));
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port });
    const reader = gateway(`127.0.0.1:${proxy.port}`);
    for (const { id } of files) await contentOf(await reader.read(uploadContext(), id));
    expect(proxy.connections).toBe(1);
    await proxy.close();
  });

  it('is not believed to find no file if the process is of a release that has no reads', async () => {
    const body = JSON.stringify({ error: notFound('file') });
    const response = `HTTP/1.1 404 Not Found\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const old = createServer((socket) => socket.once('data', () => socket.write(response)));
    servers.push(old.listen(0, '127.0.0.1'));
    await once(old, 'listening');
    const { port } = old.address() as AddressInfo;
    const read = gateway(`127.0.0.1:${port}`).read(uploadContext(), content().id);
    expect(await failureOf(read)).toMatchObject(unavailable);
  });
});

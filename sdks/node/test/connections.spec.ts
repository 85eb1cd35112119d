import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CancelledError, ConnectTimeoutError, Parley, RefusedError, TruncatedError } from '../src/index.ts';
import { data, errorOf, reset, TestServer } from './server.harness.ts';

let server: TestServer;
afterEach(() => server.stop());

const listening = async (one: Server | ReturnType<typeof createTcpServer>): Promise<number> => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return (one.address() as AddressInfo).port;
};

async function closedPort(): Promise<number> {
  const closed = createTcpServer();
  const port = await listening(closed);
  await new Promise((resolve) => closed.close(resolve));
  return port;
}

describe('connections', () => {
  it('are used again, by calls one after the other', async () => {
    server = await TestServer.start(data({}));
    const parley = server.client();
    for (let call = 0; call < 20; call += 1) await parley.me();
    await parley.tickets.create({ subject: 'On the same' });
    expect(new Set(server.seen.map(({ socket }) => socket)).size).toBe(1);
  });

  it('that the server has closed are replaced at once', async () => {
    server = await TestServer.start(data({}), reset, data({ id: 'ticket_1' }));
    const parley = server.client({ timeScale: 1, totalTimeout: 400 });
    await parley.me();
    expect(await parley.tickets.create({ subject: 'Again' })).toEqual({ id: 'ticket_1' });
    expect(new Set(server.seen.map(({ socket }) => socket)).size).toBe(2);
  });

  it('of calls at the same time each give their own answer', async () => {
    server = await TestServer.start(({ url }, response) => {
      setTimeout(
        () => response.end(JSON.stringify({ data: { id: url.pathname.split('/').at(-1) } })),
        Math.random() * 20,
      );
    });
    const parley = server.client();
    const ids = Array.from({ length: 50 }, (_, index) => `ticket_${index}`);
    const tickets = await Promise.all(ids.map((id) => parley.tickets.get(id)));
    expect(tickets.map(({ id }) => id)).toEqual(ids);
  });

  it('that are refused or not made in time have sent nothing', async () => {
    server = await TestServer.start(data({}));
    const port = await closedPort();
    const error = await errorOf(
      server.client({ baseUrl: `http://127.0.0.1:${port}` }).tickets.create({ subject: 'No' }),
    );
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: { length: 4 } });

    // A TLS server that never says anything: the connection is made, the handshake is not.
    const silent = createTcpServer();
    const baseUrl = `https://127.0.0.1:${await listening(silent)}`;
    const slow = await errorOf(
      server
        .client({ baseUrl, timeScale: 1, connectTimeout: 50, maxRetries: 0 })
        .tickets.create({ subject: 'No' }),
    );
    expect(slow).toBeInstanceOf(ConnectTimeoutError);
    expect(slow).toMatchObject({ outcome: 'not_sent' });
    silent.close();
  });

  it('through a proxy carry its credentials to it alone', async () => {
    server = await TestServer.start(data({ id: 'user_1' }));
    const seen: (string | undefined)[][] = [];
    const proxy = createServer((request, response) => {
      seen.push([request.url, request.headers['proxy-authorization']]);
      response.end(JSON.stringify({ data: { id: 'by proxy' } }));
    });
    proxy.on('connect', (request, socket) => {
      seen.push([request.url, request.headers['proxy-authorization'], request.headers.authorization]);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const url = `http://user:p%40ss@127.0.0.1:${await listening(proxy)}`;
    const expected = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(await server.client({ proxy: url }).me()).toEqual({ id: 'by proxy' });
    const error = await errorOf(
      new Parley({ baseUrl: 'https://api.example.com', apiKey: 'sk_test_1', proxy: url }).me(),
    );
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('407'),
    });
    expect(error.message).not.toContain('p%40ss');
    expect(seen).toEqual([
      [`${server.url}/v1/me`, expected],
      ['api.example.com:443', expected, undefined],
    ]);
    proxy.closeAllConnections();
    proxy.close();
  });

  it('to this machine need no proxy of the environment', async () => {
    server = await TestServer.start(data({ id: 'user_1' }));
    const proxy = createServer((_, response) => response.end(JSON.stringify({ data: { id: 'by proxy' } })));
    process.env.http_proxy = `http://127.0.0.1:${await listening(proxy)}`;
    try {
      expect(await server.client().me()).toEqual({ id: 'user_1' });
      const baseUrl = server.url.replace('127.0.0.1', 'localhost');
      expect(await server.client({ baseUrl }).me()).toEqual({ id: 'user_1' });
      const elsewhere = server.client({ baseUrl: 'http://api.example.com', allowInsecure: true });
      expect(await elsewhere.me()).toEqual({ id: 'by proxy' });
    } finally {
      delete process.env.http_proxy;
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('through a tunnel reach the server itself', async () => {
    server = await TestServer.start(data({}));
    const opened: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, client) => {
      opened.push(url);
      const [host = '', port] = url.split(':');
      const target = connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      target.pipe(client).pipe(target);
      for (const socket of [client, target]) socket.on('error', () => undefined);
    });
    const baseUrl = server.url.replace('http:', 'https:');
    // The server does not speak TLS: that it was reached shows in the error.
    const error = await errorOf(
      server.client({ baseUrl, proxy: `http://127.0.0.1:${await listening(proxy)}` }).me(),
    );
    expect(error).toMatchObject({ name: 'TlsError', isRetryable: false });
    expect(opened).toEqual([new URL(server.url).host]);
    proxy.closeAllConnections();
    proxy.close();
  });

  it('may carry compressed answers', async () => {
    const text = JSON.stringify({ data: { text: 'x'.repeat(10_000) } });
    server = await TestServer.start(({ headers }, response) => {
      const isCompressed = headers['accept-encoding'] === 'gzip';
      response.writeHead(200, isCompressed ? { 'content-encoding': 'gzip' } : {});
      response.end(isCompressed ? gzipSync(text) : text);
    });
    expect(await server.client({ compress: true }).me()).toEqual(await server.client().me());
    server.answer(
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text).subarray(0, 20)),
    );
    expect(await errorOf(server.client({ compress: true, maxRetries: 0 }).me())).toMatchObject({
      name: 'ConnectionError',
    });
  });
});

describe('fetch in place of node:http', () => {
  it('does calls, uploads and errors alike', async () => {
    server = await TestServer.start(data({ id: 'file_1' }));
    const parley = server.client({ fetch });
    async function* pieces() {
      yield new TextEncoder().encode('one');
      yield new TextEncoder().encode('two');
      await Promise.resolve();
    }
    expect(await parley.files.upload({ file: { data: pieces(), name: 'a.txt' } })).toEqual({ id: 'file_1' });
    expect(server.seen[0]?.body.toString()).toContain('\r\n\r\nonetwo\r\n--');
    server.answer(({ socket }, response) =>
      response.writeHead(200, { 'content-length': '100' }).write('{', () => socket.destroy()),
    );
    expect(await errorOf(server.client({ fetch, maxRetries: 0 }).me())).toBeInstanceOf(TruncatedError);
    const controller = new AbortController();
    server.answer(() => controller.abort());
    expect(await errorOf(parley.me({ signal: controller.signal }))).toBeInstanceOf(CancelledError);
    server.answer((_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end());
    expect(await errorOf(parley.me())).toMatchObject({ status: 302 });
    expect(
      await errorOf(
        server.client({ fetch, baseUrl: `http://127.0.0.1:${await closedPort()}` }).tickets.create({}),
      ),
    ).toMatchObject({ outcome: 'not_sent' });
  });
});

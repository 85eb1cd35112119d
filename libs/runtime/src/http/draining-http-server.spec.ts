import { EventEmitter, once } from 'node:events';
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, gate } from '@parley/testing';
import { DrainingHttpServer } from './draining-http-server.ts';

let server: DrainingHttpServer | undefined;
const agent = new Agent({ keepAlive: true });
afterEach(() => server?.close());

async function listen(handler: RequestListener, drainMs = 30_000): Promise<number> {
  server = new DrainingHttpServer(createServer(handler), { drainMs });
  return (await server.listen(0, '127.0.0.1')).port;
}

async function request(port: number): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

describe('a draining HTTP server', () => {
  it('closes a connection that was idle for as long as it may be, and tells clients how long that is', async () => {
    server = new DrainingHttpServer(
      createServer((_request, response) => response.end('done')),
      { keepAliveMs: 1000, drainMs: 0 },
    );
    const { port } = await server.listen(0, '127.0.0.1');
    const { headers, socket } = await request(port);
    expect(headers['keep-alive']).toBe('timeout=1');
    await once(socket, 'close');
  });

  it('finishes a running request, closes its connection and rejects new ones', async () => {
    const received = new EventEmitter();
    const port = await listen((_request, response) => received.emit('request', response));
    const running = request(port);
    const [response] = (await once(received, 'request')) as [ServerResponse];
    const closing = server?.close();
    expect(server?.draining).toBe(true);
    await expect(request(port)).rejects.toThrow('ECONNREFUSED');
    response.end('done');
    expect((await running).headers.connection).toBe('close');
    await closing;
  });

  it('closes the connection of a response that has begun once it has ended', async () => {
    const received = new EventEmitter();
    const port = await listen((_request, response) => {
      response.write('begun');
      received.emit('request', response);
    });
    const running = request(port);
    const [response] = (await once(received, 'request')) as [ServerResponse];
    expect((await running).headers.connection).toBe('keep-alive');
    const closing = server?.close();
    response.end('done');
    await once((await running).socket, 'close');
    await closing;
  });

  it('closes idle connections and those that never carried a request', async () => {
    const port = await listen((_request, response) => response.end('done'));
    await request(port);
    const unused = connect(port, '127.0.0.1');
    unused.on('error', () => undefined);
    await once(unused, 'connect');
    await server?.close();
  });

  it('aborts requests that exceed the drain timeout', async () => {
    const [running, received] = gate();
    const port = await listen(() => received(), 50);
    const failure = expect(request(port)).rejects.toThrow();
    await running;
    await server?.close();
    await failure;
  });

  it('reports a port that is in use, and closes without having listened', async () => {
    const port = await listen(() => undefined);
    const second = new DrainingHttpServer(createServer(), { drainMs: 0 });
    await expect(second.listen(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
    await second.close();
  });
});

describe('requests that a client sends ahead on a connection', () => {
  const AHEAD = 'GET /ahead HTTP/1.1\r\nHost: a\r\n\r\n';

  it('are handled one after the other, and no more are read while many wait', async () => {
    const handled: ServerResponse[] = [];
    const [released, release] = gate();
    const port = await listen((_request, response) => {
      handled.push(response);
      void released.then(() => response.end());
    });
    const sent = 50_000;
    const socket = connect(port, '127.0.0.1').resume();
    socket.write(AHEAD.repeat(sent));
    await eventually(() => handled[0]?.req.socket.isPaused() === true);
    expect(handled).toHaveLength(1);
    expect(handled[0]?.req.socket.bytesRead).toBeLessThan((sent * AHEAD.length) / 5);
    release();
    await eventually(() => handled.length === sent);
    socket.destroy();
  });

  it('are answered in order, also if the body of one arrives later', async () => {
    const port = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (text) => response.write(`${request.url} ${String(text)};`));
      request.on('end', () => response.end(`${request.url} ended;`));
    });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (text) => (received += String(text)));
    const head = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n';
    socket.write(`${AHEAD.repeat(20)}${head}12345`);
    await eventually(() => received.includes('/body 12345;'));
    socket.write(`67890${AHEAD}`);
    const answers = () => [...received.matchAll(/(\/\w+) ended;/g)].map(([, path]) => path);
    await eventually(() => answers().length === 22);
    expect(answers()).toEqual([...Array<string>(20).fill('/ahead'), '/body', '/ahead']);
    socket.destroy();
  });

  it('are forgotten with a client that goes, and the one that is handled is told', async () => {
    const open: ServerResponse[] = [];
    const paths: (string | undefined)[] = [];
    const port = await listen((request, response) => {
      paths.push(request.url);
      if (request.url === '/ahead') open.push(response);
      else response.end();
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(AHEAD.repeat(3));
    await eventually(() => open.length === 1);
    const [response] = open as [ServerResponse];
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
    await request(port);
    expect(paths).toEqual(['/ahead', '/']);
  });
});

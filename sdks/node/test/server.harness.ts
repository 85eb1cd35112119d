// A small HTTP server that answers as a test says, and notes what it was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Parley, type ParleyOptions } from '../src/index.ts';

export interface Seen {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
  socket: Socket;
}

export type Answer = (request: Seen, response: ServerResponse) => unknown;

export class TestServer {
  readonly seen: Seen[] = [];
  readonly #server = createServer();
  #answers: Answer[] = [];

  /** Starts a server. The last answer is given to all further requests. */
  static async start(...answers: Answer[]): Promise<TestServer> {
    const server = new TestServer();
    server.answer(...answers);
    server.#server.on('request', (request, response) => void server.#handle(request, response));
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** Starts a server that answers large requests before their body is sent. */
  static async refusing(answer: Answer): Promise<TestServer> {
    const server = await TestServer.start(answer);
    server.#server.on('checkContinue', ({ method = '', headers, socket }, response) => {
      const seen = { method, url: new URL(server.url), headers, body: Buffer.alloc(0), socket };
      answer(seen, response);
    });
    return server;
  }

  answer(...answers: Answer[]): void {
    this.#answers = answers;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A client of this server, whose waits are short, and whose timeouts are long enough for a machine that is busy. */
  client(options: ParleyOptions = {}): Parley {
    return new Parley({
      baseUrl: this.url,
      apiKey: 'sk_test_0123456789abcdef',
      timeScale: 0.01,
      connectTimeout: 1_000_000,
      timeout: 1_000_000,
      totalTimeout: 3_000_000,
      ...options,
    });
  }

  /** The request that came first. */
  get first(): Seen {
    const [first] = this.seen;
    if (first === undefined) throw new Error('There was no request');
    return first;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray().catch(() => [])) as Buffer[]);
    const { method = '', headers, socket } = request;
    const one = { method, url: new URL(request.url ?? '', this.url), headers, body, socket };
    this.seen.push(one);
    const [answer] = this.#answers.length > 1 ? this.#answers.splice(0, 1) : this.#answers;
    answer?.(one, response);
  }
}

export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const data = (value: object, headers?: Record<string, string>): Answer =>
  json(200, { data: value }, headers);

export const failure = (status: number, code: string, headers?: Record<string, string>): Answer =>
  json(status, { error: { type: 'some_error', code, message: 'Why not', request_id: 'req_1' } }, headers);

/** Closes the connection without an answer. */
export const reset: Answer = ({ socket }) => void socket.resetAndDestroy();

export const page = (items: object[], cursor: string | null, resume: string | null = null): Answer =>
  json(200, {
    data: items,
    meta: { per_page: 100, next_cursor: cursor, resume_cursor: resume },
    links: { next: null },
  });

/** The error that a promise is rejected with. */
export async function errorOf(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error('The promise was fulfilled');
}

export async function collect<T>(items: AsyncIterable<T>, count = Infinity): Promise<T[]> {
  const all: T[] = [];
  if (count === 0) return all;
  for await (const item of items) if (all.push(item) >= count) break;
  return all;
}

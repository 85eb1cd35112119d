import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text. */
  readonly body?: unknown;
  /** The connection ends after so many characters of the body. */
  readonly cutAfter?: number;
}
/** What the server does after the whole request. */
export type HttpAct = HttpReply | 'drop' | 'silence';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server on 127.0.0.1 that answers as its script says, and keeps the complete requests: for tests of Graph and tokens. */
export class ScriptedHttpServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;

  private constructor(public script: (request: ReceivedRequest) => HttpAct | Promise<HttpAct>) {
    this.#server = createServer((request, response) => {
      void (async () => {
        if (this.dropsEarly) {
          request.socket.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
        this.requests.push(received);
        const act = await this.script(received);
        if (act === 'drop') request.socket.destroy();
        if (typeof act === 'string') return;
        const { status, headers = {}, body = '', cutAfter } = act;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, headers);
        if (cutAfter === undefined) response.end(text);
        else response.write(text.slice(0, cutAfter), () => request.socket.destroy());
      })().catch(() => undefined);
    });
  }

  /** Whether connections end after the headers of a request. */
  dropsEarly = false;

  static async start(
    script: ScriptedHttpServer['script'] = () => ({ status: 202 }),
  ): Promise<ScriptedHttpServer> {
    const server = new ScriptedHttpServer(script);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

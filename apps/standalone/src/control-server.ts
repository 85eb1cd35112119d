import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ApiError, commands, serviceFor } from '@parley/contracts';
import { COMMAND_TIMEOUT_MS, systemContext } from '@parley/runtime/context';
import { DrainingHttpServer } from '@parley/runtime/http';
import type { RpcTransport } from '@parley/rpc';
import { removeData, writeData } from './data-files.ts';

/** Tells the command line where a running standalone listens for commands. */
const CONTROL_FILE = 'control.json';
const BODY_MAX = 64 * 1024;
const DRAIN_MS = 1_000;

/**
 * The control socket: runs operator commands inside the running process, so that a key is invalid as soon as
 * `key:revoke` returns. It listens on loopback and requires a secret that only a reader of the data folder knows.
 */
export class ControlServer {
  readonly #secret = randomBytes(32);
  readonly #server: DrainingHttpServer;

  private constructor(
    private readonly rpc: RpcTransport,
    private readonly dataDir: string,
  ) {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        const known =
          error instanceof ApiError ? error : new ApiError('internal_error', { message: String(error) });
        respond(response, known.status, { error: known.message });
      });
    });
    this.#server = new DrainingHttpServer(server, { drainMs: DRAIN_MS });
  }

  static async start(rpc: RpcTransport, dataDir: string): Promise<ControlServer> {
    const control = new ControlServer(rpc, dataDir);
    const { port } = await control.#server.listen(0, '127.0.0.1');
    await writeData(dataDir, CONTROL_FILE, { port, secret: control.#secret.toString('hex') });
    return control;
  }

  async close(): Promise<void> {
    await removeData(this.dataDir, CONTROL_FILE);
    await this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''), 'hex');
    if (given.length !== this.#secret.length || !timingSafeEqual(given, this.#secret)) {
      respond(response, 401, { error: 'wrong secret' });
      return;
    }
    const command = commands.find(({ command: name }) => `/${name}` === request.url);
    if (command === undefined) {
      respond(response, 404, { error: 'no such command' });
      return;
    }
    const input = JSON.parse(await readBody(request)) as unknown;
    const ctx = systemContext({ timeoutMs: COMMAND_TIMEOUT_MS });
    const { value } = await this.rpc.call(serviceFor(command, input), command.id, ctx, input);
    respond(response, 200, value);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const text of request.setEncoding('utf8') as AsyncIterable<string>) {
    body += text;
    if (body.length > BODY_MAX) throw new ApiError('malformed_json', { message: 'the command is too long' });
  }
  return body;
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, commands, serviceFor } from '@parley/contracts';
import { systemContext } from '@parley/kernel';
import type { RpcTransport } from '@parley/rpc';
import { removeData, writeData } from './data-files.ts';

/** Where the operator's commands find a running standalone; read by scripts/operator.mjs. */
export const OPERATOR_FILE = 'operator.json';
const BODY_MAX = 64 * 1024;

/**
 * The operator's door: runs commands in the running process, so that a revoked key is dead when `key:revoke` returns.
 * Loopback only, and only for who can read the data folder: each start writes a new secret there.
 */
export class OperatorServer {
  readonly #secret = randomBytes(32);
  readonly #server: Server;

  private constructor(
    private readonly rpc: RpcTransport,
    private readonly dataDir: string,
  ) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        const known =
          error instanceof ApiError ? error : new ApiError('internal_error', { message: String(error) });
        send(response, known.status, { error: known.message });
      });
    });
  }

  static async start(rpc: RpcTransport, dataDir: string): Promise<OperatorServer> {
    const operator = new OperatorServer(rpc, dataDir);
    await new Promise<void>((resolve) => operator.#server.listen(0, '127.0.0.1', resolve));
    const { port } = operator.#server.address() as AddressInfo;
    await writeData(dataDir, OPERATOR_FILE, { port, secret: operator.#secret.toString('hex') });
    return operator;
  }

  async close(): Promise<void> {
    await removeData(this.dataDir, OPERATOR_FILE);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''), 'hex');
    const allowed = given.length === this.#secret.length && timingSafeEqual(given, this.#secret);
    if (!allowed) {
      send(response, 401, { error: 'wrong secret' });
      return;
    }
    const command = commands.find(({ command: name }) => `/${name}` === request.url);
    if (command === undefined) {
      send(response, 404, { error: 'no such command' });
      return;
    }
    const input = JSON.parse(await bodyOf(request)) as unknown;
    const { value } = await this.rpc.call(serviceFor(command, input), command.id, systemContext(), input);
    send(response, 200, value);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new ApiError('malformed_json', { message: 'the command is too long' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What every scanner finds: https://www.eicar.org/download-anti-malware-testfile. In two pieces, lest one finds this file. */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Speaks INSTREAM as clamd does, and finds the EICAR text. */
export class ClamdServer {
  /** What it got of each file, in the order in which they began. */
  readonly received: Buffer[][] = [];
  /** StreamMaxLength of clamd. */
  maxBytes = 1_048_576;
  /** Replaces the reply; `undefined` never comes. */
  reply: ((verdict: string) => string | undefined) | null = null;
  /** Reads nothing any more. */
  isStuck = false;
  #connections = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => void this.#serve(socket));
  }

  static async start(): Promise<ClamdServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ClamdServer(server);
  }

  get url(): string {
    return `clamd://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.#connections.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#connections) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #serve(socket: Socket): Promise<void> {
    this.#connections.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#connections.delete(socket));
    if (this.isStuck) {
      socket.pause();
      return;
    }
    const verdict = await this.#scan(socket).catch(() => undefined);
    if (verdict === undefined) return;
    const reply = this.reply === null ? verdict : this.reply(verdict);
    if (reply !== undefined) socket.end(`${reply}\0`);
  }

  /** The verdict. Throws if the connection ends before. */
  async #scan(socket: Socket): Promise<string> {
    const chunks: Buffer[] = [];
    this.received.push(chunks);
    const bytes = reader(socket);
    if ((await bytes(10)).toString() !== 'zINSTREAM\0') return 'UNKNOWN COMMAND';
    for (let size = 0; ;) {
      const length = (await bytes(4)).readUInt32BE();
      if (length === 0) break;
      size += length;
      if (size > this.maxBytes) return 'INSTREAM size limit exceeded. ERROR';
      chunks.push(await bytes(length));
    }
    const isInfected = Buffer.concat(chunks).includes(EICAR);
    return isInfected ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
  }
}

/** Reads a number of bytes of a connection at a time. */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  let rest = Buffer.alloc(0);
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return async (count) => {
    while (rest.length < count) {
      const next = await pieces.next();
      if (next.done === true) throw new Error('ended');
      rest = Buffer.concat([rest, next.value]);
    }
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
}

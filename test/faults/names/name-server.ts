import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** As in a cluster: of CoreDNS and of a cache on each node, which keep an answer no longer than together 30 s. */
const CACHED_MS = 30_000;

const HEADER_LENGTH = 12;
const [A, IN] = [1, 1];
/** A response, by an authority, with recursion; and the code that the name does not exist. */
const [RESPONSE, NO_SUCH_NAME] = [0x8580, 3];
/** Points to the name of the question. */
const NAME_OF_QUESTION = 0xc000 + HEADER_LENGTH;

/** A change of the addresses behind a name, right before which a cache has been filled. */
export type Change = 'added' | 'removed';

/** The addresses behind each name: those of the pods that are ready, as a headless Service has them. */
export class Names {
  readonly #addresses = new Map<string, readonly string[]>();
  readonly #caches: NameServer[] = [];

  of(name: string): readonly string[] {
    return this.#addresses.get(name) ?? [];
  }

  add(name: string, address: string): void {
    this.#change(name, 'added', [...this.of(name), address]);
  }

  remove(name: string, address: string): void {
    const left = this.of(name).filter((one) => one !== address);
    this.#change(name, 'removed', left);
  }

  /** A server with a cache in front of it, whose answers are as old as they can be at each change of this kind. */
  async cached(renewedBefore: Change): Promise<NameServer> {
    const server = await NameServer.start((name) => this.of(name), renewedBefore);
    this.#caches.push(server);
    return server;
  }

  #change(name: string, change: Change, addresses: readonly string[]): void {
    for (const cache of this.#caches)
      if (cache.renewedBefore === change && cache.knows(name)) cache.renew(name);
    this.#addresses.set(name, addresses);
  }
}

/** A DNS server that answers with what it has seen up to 30 s ago. */
export class NameServer {
  readonly #seen = new Map<string, { addresses: readonly string[]; until: number }>();

  private constructor(
    private readonly socket: Socket,
    private readonly read: (name: string) => readonly string[],
    readonly renewedBefore: Change,
  ) {
    socket.on('message', (query, { port, address }) => socket.send(this.#answer(query), port, address));
  }

  static async start(read: (name: string) => readonly string[], renewedBefore: Change): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, read, renewedBefore);
  }

  /** For TEST_NAME_SERVER of test/setup/resolve-names.mjs. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Whether somebody has asked for a name. */
  knows(name: string): boolean {
    return this.#seen.has(name);
  }

  /** Reads a name now, as if somebody had asked for it whose last answer had just expired. */
  renew(name: string): readonly string[] {
    const addresses = this.read(name);
    this.#seen.set(name, { addresses, until: performance.now() + CACHED_MS });
    return addresses;
  }

  close(): void {
    this.socket.close();
  }

  #lookup(name: string): readonly string[] {
    const seen = this.#seen.get(name);
    return seen !== undefined && performance.now() < seen.until ? seen.addresses : this.renew(name);
  }

  /** The response to a query with one question (RFC 1035, section 4). */
  #answer(query: Buffer): Buffer {
    const labels: string[] = [];
    let at = HEADER_LENGTH;
    for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const end = at + 1 + 4;
    const addresses = this.#lookup(labels.join('.').toLowerCase());
    const answers = query.readUInt16BE(at + 1) === A ? addresses.map(recordOf) : [];
    const header = Buffer.alloc(HEADER_LENGTH);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(RESPONSE | (addresses.length === 0 ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    return Buffer.concat([header, query.subarray(HEADER_LENGTH, end), ...answers]);
  }
}

/** Without a time to live: what asks must not keep it for longer than this cache does. */
function recordOf(address: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(NAME_OF_QUESTION, 0);
  record.writeUInt16BE(A, 2);
  record.writeUInt16BE(IN, 4);
  record.writeUInt16BE(4, 10);
  record.set(address.split('.').map(Number), 12);
  return record;
}

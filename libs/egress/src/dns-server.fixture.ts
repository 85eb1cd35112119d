import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

interface Question {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'TXT';
}
/** Addresses of a name, of both families; `null` answers nothing at all. */
type Answers = (name: string) => readonly string[] | null;

const NXDOMAIN = 3;

/** A text of a name; null without one. */
type Texts = (name: string) => string | null;

const TYPES: ReadonlyMap<number, Question['type']> = new Map([
  [16, 'TXT'],
  [28, 'AAAA'],
]);

/** A DNS server (RFC 1035) for A, AAAA and TXT queries by UDP. */
export class DnsServer {
  /** Every query, answered or not. */
  readonly questions: Question[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly ttlSeconds: number,
    public answers: Answers,
    private readonly texts: Texts,
  ) {
    socket.on('message', (query, { port, address }) => {
      const response = this.#respond(query);
      if (response !== null) socket.send(response, port, address);
    });
  }

  static async start(
    answers: Answers,
    { ttlSeconds = 60, texts = () => null }: { ttlSeconds?: number; texts?: Texts } = {},
  ): Promise<DnsServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket, ttlSeconds, answers, texts);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Names that were asked for, each once. */
  get names(): string[] {
    return [...new Set(this.questions.map(({ name }) => name))];
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  #respond(query: Buffer): Buffer | null {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const type = TYPES.get(query.readUInt16BE(at + 1)) ?? 'A';
    this.questions.push({ name, type });
    const text = this.texts(name);
    const addresses = type === 'TXT' && text !== null ? [text] : this.answers(name);
    if (addresses === null) return null;
    const records =
      type === 'TXT'
        ? addresses.slice(0, text === null ? 0 : 1)
        : addresses.filter((address) => isIPv4(address) === (type === 'A'));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (addresses.length === 0 ? NXDOMAIN : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    return Buffer.concat([
      header,
      query.subarray(12, at + 5),
      ...records.map((one) => this.#record(one, type)),
    ]);
  }

  #record(value: string, type: Question['type']): Buffer {
    const data = DATA[type](value);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0); // the name of the question
    head.writeUInt16BE({ A: 1, TXT: 16, AAAA: 28 }[type], 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(this.ttlSeconds, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  }
}

function bytesOfIpv6(address: string): Buffer {
  const [front = '', back] = address.split('::');
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => parseInt(word, 16)));
  const [head, tail] = [words(front), words(back ?? '')];
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 0xff]));
}

const DATA: Readonly<Record<Question['type'], (value: string) => Buffer>> = {
  A: (address) => Buffer.from(address.split('.').map(Number)),
  AAAA: bytesOfIpv6,
  TXT: (text) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]),
};

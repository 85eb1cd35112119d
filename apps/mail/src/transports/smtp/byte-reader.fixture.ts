import type { Socket } from 'node:net';

const LINE_END = Buffer.from('\r\n');
const BODY_END = Buffer.from('\r\n.\r\n');

/** Reads lines and bodies of SMTP from a socket, one at a time; null after its end. */
export class ByteReader {
  #bytes: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  /** The last bytes that were looked at, in which the end may begin. */
  #tail: Buffer = Buffer.alloc(0);
  #end: Buffer = LINE_END;
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(private readonly socket: Socket) {
    socket
      .on('data', this.#onData)
      .on('close', this.#onClose)
      .on('end', this.#onClose)
      .on('error', this.#onClose);
  }

  /** Leaves the socket to somebody else. */
  release(): void {
    this.socket.off('data', this.#onData);
  }

  async line(): Promise<string | null> {
    const bytes = await this.#before(LINE_END);
    return bytes?.toString('utf8') ?? null;
  }

  /** A body without the dot that ends it and the escapes of others (RFC 5321 section 4.5.2). */
  async body(): Promise<Buffer | null> {
    // The line end before the body is that of DATA, so that an empty body ends too.
    this.#take();
    this.#bytes = Buffer.concat([LINE_END, this.#bytes]);
    const bytes = await this.#before(BODY_END);
    if (bytes === null) return null;
    const body = Buffer.concat([bytes.subarray(LINE_END.length), LINE_END]);
    if (!bytes.includes('\r\n..')) return body;
    return Buffer.from(body.toString('latin1').replace(/^\.\./gm, '.'), 'latin1');
  }

  /** Waits for the first bytes, without taking them. */
  async some(): Promise<void> {
    while (this.#bytes.length === 0 && this.#chunks.length === 0 && !this.#isEnded)
      await new Promise<void>((resolve) => this.socket.once('data', () => resolve()).once('close', resolve));
  }

  async #before(end: Buffer): Promise<Buffer | null> {
    for (;;) {
      this.#take();
      const at = this.#bytes.indexOf(end);
      if (at !== -1) {
        const found = this.#bytes.subarray(0, at);
        this.#bytes = this.#bytes.subarray(at + end.length);
        return found;
      }
      if (this.#isEnded) return null;
      this.#end = end;
      this.#tail = this.#bytes.subarray(-BODY_END.length);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #take(): void {
    if (this.#chunks.length > 0) this.#bytes = Buffer.concat([this.#bytes, ...this.#chunks]);
    this.#chunks = [];
  }

  readonly #onData = (chunk: Buffer) => {
    this.#chunks.push(chunk);
    const recent = Buffer.concat([this.#tail, chunk]);
    this.#tail = recent.subarray(-BODY_END.length);
    if (recent.includes(this.#end)) this.#wake();
  };

  readonly #onClose = () => {
    this.#isEnded = true;
    this.#wake();
  };
}

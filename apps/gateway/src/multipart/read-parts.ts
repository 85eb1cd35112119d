import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { ApiError } from '@parley/contracts';
import { detached } from '@parley/files';
import { readDisposition } from './content-disposition.ts';

export interface Part {
  readonly name: string;
  /** As the client named the file; `undefined` if the part is none. */
  readonly fileName: string | undefined;
  readonly isTyped: boolean;
  /** Ends with the fault of the form, if there is one. */
  readonly bytes: Readable;
}

export interface PartsOptions {
  readonly boundary: string;
  readonly partsMax: number;
  readonly signal: AbortSignal;
}

type Headers = Readonly<Record<string, readonly string[]>>;

/** Most bytes of the headers of one part: the longest name of a file has 255 characters, of 9 bytes each in `filename*`. */
const HEADER_BYTES_MAX = 8 * 1024;
const HEADERS_MAX = 16;
const ENCODINGS = ['7bit', '8bit', 'binary'];

export function malformed(message: string): ApiError {
  return new ApiError('malformed_multipart', { message });
}

/**
 * Reads the parts of a form in turn, and no faster than `take` reads their bytes. Rejects with the first fault, of the form (ApiError
 * `malformed_multipart`), of `take` or of the signal, once the `take` that runs has ended; the rest of the body flows away.
 */
export function readParts(body: Readable, options: PartsOptions, take: (part: Part) => Promise<void>) {
  return new PartsReader(body, options, take).read();
}

class PartsReader {
  readonly #dicer: Dicer;
  /** The bytes of parts that are not taken yet, or not to the end. */
  readonly #open = new Set<Readable>();
  #taken: Promise<void> = Promise.resolve();
  #parts = 0;
  /** A part whose headers have not ended. */
  #unread: Dicer.PartStream | null = null;
  /** One whose headers had not ended after an earlier chunk either, and their bytes since. */
  #endless: Dicer.PartStream | null = null;
  #endlessBytes = 0;
  #settled = false;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly body: Readable,
    private readonly options: PartsOptions,
    private readonly take: (part: Part) => Promise<void>,
  ) {
    const { boundary } = options;
    // Dicer cuts off longer headers without a word: it gets more room than we allow.
    const limits = { maxHeaderPairs: 2 * HEADERS_MAX, maxHeaderSize: 2 * HEADER_BYTES_MAX };
    this.#dicer = new Dicer({ boundary, ...limits });
  }

  async read(): Promise<void> {
    const { signal } = this.options;
    const onAbort = () => this.#fail(signal.reason);
    const onClose = () => {
      if (!this.body.readableEnded) this.#fail(malformed('The connection ended before the form did.'));
    };
    const finished = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#dicer
      .on('part', (part) => this.#onPart(part))
      .on('finish', () => this.#end())
      .on('error', () => this.#fail(malformed('The form ends before its final boundary.')));
    this.body.on('error', onClose).on('close', onClose);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else if (this.body.destroyed) onClose();
    else this.body.pipe(this.#dicer);
    this.body.on('data', this.#onChunk);
    try {
      await finished;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.body.off('close', onClose).off('data', this.#onChunk);
    }
  }

  /** After Dicer has read it: it drops headers that are too long, and waits for their end. */
  readonly #onChunk = ({ length }: Buffer): void => {
    if (this.#unread === null || this.#unread !== this.#endless) {
      this.#endless = this.#unread;
      this.#endlessBytes = 0;
    } else if ((this.#endlessBytes += length) > HEADER_BYTES_MAX) this.#fail(longHeaders());
  };

  #onPart(part: Dicer.PartStream): void {
    // Dicer tells a part of the end of its form, even one that nobody reads.
    part.on('error', () => undefined);
    this.#parts += 1;
    if (this.#unread !== null) this.#fail(endlessHeaders());
    else if (this.#parts > this.options.partsMax)
      this.#fail(malformed(`The form has more than ${this.options.partsMax} parts.`));
    if (this.#settled) return;
    this.#unread = part;
    part.on('header', (headers) => this.#onHeaders(part, headers as Headers));
  }

  #onHeaders(part: Dicer.PartStream, headers: Headers): void {
    this.#unread = null;
    const read = readHeaders(headers);
    if (read instanceof ApiError) this.#fail(read);
    if (this.#settled || read instanceof ApiError) return;
    // Dicer ends its own stream with an error that says nothing about the form.
    const bytes = detached(part);
    this.#open.add(bytes);
    this.#taken = this.#taken.then(async () => {
      if (this.#settled) return;
      try {
        await this.take({ ...read, bytes });
        this.#open.delete(bytes);
        // What was not read would keep the next part from arriving.
        bytes.resume();
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #end(): void {
    if (this.#unread !== null) this.#fail(endlessHeaders());
    void this.#taken.then(() => {
      if (this.#settle()) this.#resolve();
    });
  }

  #fail(error: unknown): void {
    if (!this.#settle()) return;
    for (const bytes of this.#open) bytes.destroy(error as Error);
    void this.#taken.then(() => this.#reject(error));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.body.unpipe(this.#dicer);
    this.body.resume();
    return true;
  }
}

function endlessHeaders(): ApiError {
  return malformed('A part of the form has no end of its headers.');
}

function longHeaders(): ApiError {
  return malformed(
    `A part of the form has more than ${HEADERS_MAX} headers or ${HEADER_BYTES_MAX / 1024} KiB of them.`,
  );
}

/** What the headers of a part say, or why they cannot be read. */
function readHeaders(headers: Headers): Omit<Part, 'bytes'> | ApiError {
  const lines = Object.entries(headers).flatMap(([name, values]) => values.map((value) => name + value));
  const size = lines.reduce((sum, line) => sum + line.length + 4, 0);
  if (lines.length > HEADERS_MAX || size > HEADER_BYTES_MAX) return longHeaders();
  const given = headers['content-disposition'] ?? [];
  const disposition = given.length === 1 ? readDisposition(given[0] ?? '') : null;
  if (disposition === null)
    return malformed('A part of the form has no readable Content-Disposition: form-data with a name.');
  const { name, fileName } = disposition;
  if (name === null) return malformed('The name of a part of the form is not UTF-8.');
  const encodings = headers['content-transfer-encoding'] ?? [];
  // Deprecated by RFC 7578 section 4.7: what is decoded would be another file for who does not know it.
  if (!encodings.every((one) => ENCODINGS.includes(one.trim().toLowerCase())))
    return malformed('Content-Transfer-Encoding is not supported.');
  return { name, fileName, isTyped: headers['content-type'] !== undefined };
}
